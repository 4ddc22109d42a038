"""What a feed reader finds in the RSS and Atom files of a built site, against the JSON Feed beside each.

Call: compare.py FOLDER. Every feed.json below the folder is the model; the two XML files beside it have to give the same.
Prints how many feeds and items were compared; the first differences end it with status 1.
"""

import calendar
import html
import json
import sys
from datetime import datetime
from pathlib import Path

import feedparser


def seconds(text):
    return int(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())


def model(item):
    return {
        "id": item["id"],
        "link": item["url"],
        "title": item["title"],
        "summary": item["summary"],
        "content": item["content_html"].strip(),
        "published": seconds(item["date_published"]),
        "updated": seconds(item["date_modified"]),
        "tags": item.get("tags", []),
    }


def parsed(entry, form):
    # RSS has no date of a change, and its summaries are HTML.
    of_rss = form == "rss"
    changed = None if of_rss else calendar.timegm(entry.updated_parsed)
    return {
        "id": entry.id,
        "link": entry.link,
        "title": entry.title,
        "summary": html.unescape(entry.summary) if of_rss else entry.summary,
        "content": entry.content[0].value,
        "published": calendar.timegm(entry.published_parsed),
        "updated": changed,
        "tags": [tag.term for tag in entry.get("tags", [])],
    }


def differences(folder, document, form, name):
    place = folder / name
    read = feedparser.parse(place.read_bytes(), sanitize_html=False, resolve_relative_uris=False)
    if read.bozo:
        yield f"{place}: {read.bozo_exception}"
    version = "rss20" if form == "rss" else "atom10"
    if read.version != version:
        yield f"{place}: read as {read.version!r}"
    wanted = {"title": document["title"], "subtitle": document["description"], "link": document["home_page_url"]}
    for key, value in wanted.items():
        if read.feed.get(key) != value:
            yield f"{place}: {key} is {read.feed.get(key)!r}, not {value!r}"
    if len(read.entries) != len(document["items"]):
        yield f"{place}: {len(read.entries)} entries, not {len(document['items'])}"
    for entry, item in zip(read.entries, document["items"]):
        found, want = parsed(entry, form), model(item)
        if found["updated"] is None:
            want["updated"] = None
        for key in want:
            if found[key] != want[key]:
                yield f"{place}: {item['id']}: {key} is {found[key]!r}, not {want[key]!r}"


def main():
    feeds, items, found = 0, 0, []
    for file in sorted(Path(sys.argv[1]).rglob("feed.json")):
        document = json.loads(file.read_text(encoding="utf-8"))
        for form, name in (("rss", "feed.xml"), ("atom", "atom.xml")):
            found.extend(differences(file.parent, document, form, name))
        feeds, items = feeds + 1, items + len(document["items"])
    for difference in found[:20]:
        print(difference[:2000])
    print(f"{feeds} feeds, {items} items")
    sys.exit(1 if found else 0)


main()
