"""What the W3C feed validator says of every RSS and Atom file of a built site.

Call: w3c.py CHECKOUT FOLDER. CHECKOUT holds the validator's source code (github.com/w3c/feedvalidator), FOLDER a site. Each file is
validated for the address that its feed declares, at the level of the public service (AA: errors and warnings). Prints how many files were
validated; any event ends it with status 1.
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[1], "src")))
import feedvalidator  # noqa: E402
from feedvalidator import compatibility  # noqa: E402
from feedvalidator.formatter.text_plain import Formatter  # noqa: E402

TYPES = {"feed.xml": ("application/rss+xml", 2), "atom.xml": ("application/atom+xml", 3)}


def events(file, address):
    media, form = TYPES[file.name]
    with file.open("rb") as stream:
        found = feedvalidator.validateStream(stream, contentType=f"{media}; charset=utf-8", base=address)
    if found["feedType"] != form:
        yield f"taken for a feed of type {found['feedType']}, not {form}"
    yield from Formatter(compatibility.AA(found["loggedEvents"]))


def main():
    files, found = 0, []
    for model in sorted(Path(sys.argv[2]).rglob("feed.json")):
        base = json.loads(model.read_text(encoding="utf-8"))["feed_url"].removesuffix("feed.json")
        for name in TYPES:
            found.extend(f"{model.parent / name}: {event}" for event in events(model.parent / name, base + name))
            files += 1
    for event in found[:40]:
        print(event)
    print(f"{files} files, {len(found)} events")
    sys.exit(1 if found or not files else 0)


main()
