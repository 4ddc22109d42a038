"""Reads glossary.json as JSON-LD with rdflib, and compares the vocabulary with the file's own keys.

python linked_data.py GLOSSARY_JSON: exits with 1 at the first difference.
"""

import json
import pathlib
import sys

import rdflib
from rdflib.namespace import DCTERMS, SKOS

path = pathlib.Path(sys.argv[1])
glossary = json.loads(path.read_text(encoding="utf-8"))
graph = rdflib.Graph().parse(path, format="json-ld")
scheme = rdflib.URIRef(glossary["url"])
language = glossary["language"]


def same(what, found, expected):
    if found != expected:
        sys.exit(f"{what} is {found!r}, not {expected!r}")


same("title", graph.value(scheme, DCTERMS.title), rdflib.Literal(glossary["title"], lang=language))
concepts = set(graph.subjects(SKOS.inScheme, scheme))
same("concepts", concepts, {rdflib.URIRef(entry["url"]) for entry in glossary["entries"]})
layers = {rdflib.URIRef(layer["url"]) for layer in glossary["layers"]}
same("layers", set(graph.objects(scheme, SKOS.hasTopConcept)), layers)
for entry in glossary["entries"]:
    node = rdflib.URIRef(entry["url"])
    texts = lambda kind: sorted(str(one) for one in graph.objects(node, kind))
    same("notation", list(graph.objects(node, SKOS.notation)), [rdflib.Literal(entry["id"])])
    same("prefLabel", list(graph.objects(node, SKOS.prefLabel)), [rdflib.Literal(entry["term"], lang=language)])
    same("altLabel", texts(SKOS.altLabel), sorted(set(entry.get("aliases", []))))
    same("hiddenLabel", texts(SKOS.hiddenLabel), sorted(set(entry.get("avoid", []))))
    same("definition", texts(SKOS.definition), [entry["definition"]])
print(f"{len(concepts)} concepts read back")
