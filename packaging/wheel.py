"""Makes a wheel from an unpacked archive: `python3 packaging/wheel.py FOLDER VERSION TAG OUT`.

The wheel holds the program, its manual pages and its licences, and no Python. TAG is the platform's in the wheel's name, such as
`macosx_11_0_arm64`; several are joined by a dot. The same files give the same bytes. `cargo xtask dist` runs it.
"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

PROGRAM = 0o755
FILE = 0o644


def metadata(version: str, readme: str) -> str:
    """The description that package indexes show."""
    lines = [
        "Metadata-Version: 2.4",
        "Name: rooflight",
        f"Version: {version}",
        "Summary: A static site generator for glossaries whose pages estimate how fast language models run",
        "License-Expression: (MIT OR Apache-2.0) AND OFL-1.1",
        "License-File: LICENSE-MIT",
        "License-File: LICENSE-APACHE",
        "License-File: LICENSE-OFL-Inter",
        "Project-URL: Repository, https://github.com/rooflight/rooflight",
        "Keywords: glossary,static-site,llm",
        "Requires-Python: >=3.8",
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join(lines) + "\n\n" + readme


def contents(folder: Path, version: str, tag: str) -> list[tuple[str, bytes, int]]:
    """Each file's name in the wheel, its bytes and its mode."""
    data, info = f"rooflight-{version}.data", f"rooflight-{version}.dist-info"
    program = folder / ("rooflight.exe" if (folder / "rooflight.exe").exists() else "rooflight")
    files = [(f"{data}/scripts/{program.name}", program.read_bytes(), PROGRAM)]
    for page in sorted((folder / "man").glob("*.1")):
        files.append((f"{data}/data/share/man/man1/{page.name}", page.read_bytes(), FILE))
    for licence in sorted(folder.glob("LICENSE*")):
        files.append((f"{info}/licenses/{licence.name}", licence.read_bytes(), FILE))
    tags = "".join(f"Tag: py3-none-{platform}\n" for platform in tag.split("."))
    wheel = f"Wheel-Version: 1.0\nGenerator: rooflight\nRoot-Is-Purelib: false\n{tags}"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    files.append((f"{info}/METADATA", metadata(version, readme).encode(), FILE))
    files.append((f"{info}/WHEEL", wheel.encode(), FILE))
    record = f"{info}/RECORD"
    rows = [f"{name},sha256={digest(content)},{len(content)}\n" for name, content, _ in files]
    files.append((record, ("".join(rows) + f"{record},,\n").encode(), FILE))
    return files


def digest(content: bytes) -> str:
    """The sum of a file as RECORD has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def main(folder: str, version: str, tag: str, out: str) -> None:
    """Writes the wheel."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        sys.exit(f"wheel.py: Python writes other versions otherwise than {version}")
    path = Path(out) / f"rooflight-{version}-py3-none-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content, mode in contents(Path(folder), version, tag):
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3  # Unix, so that the mode counts
            member.external_attr = (0o100000 | mode) << 16
            wheel.writestr(member, content)


if __name__ == "__main__":
    main(*sys.argv[1:])
