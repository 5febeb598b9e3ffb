"""Binds the pages that were served to what each person then did, as docs/evidence-file.md says it.

served_pages.py EVENTS.jsonl PAGES.json       a line for each act that tells of its pages: who, and whether they fit
"""

import hashlib
import json
import sys

events, pages = sys.argv[1:]
with open(pages, encoding="utf-8") as file:
    views = json.load(file)
with open(events, encoding="utf-8") as file:
    facts = [json.loads(line)["facts"] for line in file]


def actor(told: dict) -> str:
    return told.get("approverId") or told["signerId"]


for fact in facts:
    if "pagesDigest" not in fact:
        continue
    own = sorted((v["revision"], v["page"], v["sha256"]) for v in views if actor(v) == actor(fact))
    lines = "".join(f"{revision} {page} {digest}\n" for revision, page, digest in own)
    fits = hashlib.sha256(lines.encode()).hexdigest() == fact["pagesDigest"]
    print(actor(fact), len(own), "fits" if fits else "differs")
