"""Reads the exports of a glossary back with the readers of their own tools, and compares them with glossary.json.

python read_back.py GLOSSARY_JSON FOLDER: the folder has what `rooflight export` wrote in every format. Prints a line a format, and exits
with 1 at the first difference.
"""

import csv
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

import rdflib
from rdflib.namespace import SKOS
from sphinx.util.inventory import InventoryFile

glossary = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
folder = pathlib.Path(sys.argv[2])
entries = glossary["entries"]


def same(what, found, expected):
    if found != expected:
        sys.exit(f"{what} is {found!r}, not {expected!r}")


def as_written(cell):
    """The cell without the apostrophe that keeps a spreadsheet from computing it."""
    return cell[1:] if re.match(r"'+[-=+@\t\r]", cell) else cell


def rows():
    with open(folder / "glossary.csv", encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    same("number of rows", len(table), len(entries))
    for row, entry in zip(table, entries):
        for key in ("id", "term", "definition", "layer", "url"):
            same(key, as_written(row[key]), entry.get(key, ""))
        for key in ("aliases", "avoid", "superseded", "related"):
            same(key, [one for one in as_written(row[key]).split("; ") if one], entry.get(key, []))


def vocabulary():
    graph = rdflib.Graph().parse(folder / "glossary.ttl", format="turtle")
    language = glossary["language"]
    for entry in entries:
        node = rdflib.URIRef(entry["url"])
        texts = lambda kind: sorted(str(one) for one in graph.objects(node, kind))
        same("prefLabel", list(graph.objects(node, SKOS.prefLabel)), [rdflib.Literal(entry["term"], lang=language)])
        same("altLabel", texts(SKOS.altLabel), sorted(set(entry.get("aliases", []))))
        same("hiddenLabel", texts(SKOS.hiddenLabel), sorted({*entry.get("avoid", []), *entry.get("superseded", [])}))
        same("definition", texts(SKOS.definition), [entry["definition"]])
    same("concepts", len(set(graph.subjects(SKOS.notation))), len(entries))


def termbase():
    name = "{urn:iso:std:iso:30042:ed-2}"
    root = ET.parse(folder / "glossary.tbx").getroot()
    concepts = root.findall(f".//{name}conceptEntry")
    same("number of concepts", len(concepts), len(entries))
    for concept, entry in zip(concepts, entries):
        terms = [term.text for term in concept.iter(f"{name}term")]
        same("terms", terms, [entry["term"], *entry.get("aliases", []), *entry.get("avoid", []), *entry.get("superseded", [])])
        status = [note.text.split("-")[0] for note in concept.iter(f"{name}termNote")]
        expected = ["preferredTerm"] + ["admittedTerm"] * len(entry.get("aliases", []))
        same("status", status, expected + ["deprecatedTerm"] * len(entry.get("avoid", [])) + ["supersededTerm"] * len(entry.get("superseded", [])))


def inventory():
    found = InventoryFile.loads((folder / "objects.inv").read_bytes(), uri=glossary["url"])
    terms = found["std:term"] if isinstance(found, dict) else found.data["std:term"]
    for name in ["Llama 3 70", '5" disk']:
        same(name, name in terms, name != "Llama 3 70")
    for entry in entries:
        item = terms[" ".join(entry["term"].split())]
        same("address", item.uri if hasattr(item, "uri") else item[2], entry["url"])


def style():
    accepted = (folder / "styles/config/vocabularies/Glossary/accept.txt").read_text(encoding="utf-8").splitlines()
    names = [name for entry in entries for name in [entry["term"], *entry.get("aliases", [])]]
    same("number of accepted names", len(accepted), len(names))
    for pattern, name in zip(accepted, names):
        if not re.fullmatch(pattern, name):
            sys.exit(f"{pattern!r} does not accept {name!r}")
    # Each line of the rule is a pair of JSON strings, which YAML reads as such.
    lines = (folder / "styles/Glossary/Terms.yml").read_text(encoding="utf-8").split("swap:\n")[1].splitlines()
    swaps = [json.loads(f"{{{line}}}").popitem() for line in lines]
    wrong = [(name, entry["term"]) for entry in entries for name in [*entry.get("avoid", []), *entry.get("superseded", [])]]
    same("number of replacements", len(swaps), len(wrong))
    for (pattern, term), (name, right) in zip(swaps, wrong):
        same("replacement", (bool(re.fullmatch(pattern, name)), term), (True, right))


def notes():
    lines = (folder / "questions.tsv").read_text(encoding="utf-8").splitlines()
    table = [line.split("\t") for line in lines if not line.startswith("#")]
    same("number of notes", len(table), len(entries) + sum(len(entry.get("questions", [])) for entry in entries))
    same("fields", {len(row) for row in table}, {4})
    same("distinct guids", len({row[0] for row in table}), len(table))


for check in (rows, vocabulary, termbase, inventory, style, notes):
    check()
    print(check.__name__, "read back")
