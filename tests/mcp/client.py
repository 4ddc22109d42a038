"""Starts `rooflight mcp` with the protocol's own Python SDK, lists its tools and calls one."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(program):
    async with stdio_client(StdioServerParameters(command=program, args=["mcp"])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            listed = await session.list_tools()
            print("tools:", ", ".join(tool.name for tool in listed.tools))
            result = await session.call_tool("estimate", {"machine": "RTX 4090", "model": "Qwen3 32B"})
            answer = json.loads(result.content[0].text)
            print(f"estimate: {answer['hardware']['name']}, {answer['model']['name']}")


asyncio.run(main(sys.argv[1]))
