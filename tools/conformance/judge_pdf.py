"""Asks pyHanko about PDF files: judge_pdf.py ROOT[,ROOT...] FILE... Prints one line of JSON for each file.

pyHanko compares the revisions of a file with its strict policy: a change after a signature that no rule allows makes
the signature bad. Certificates and revocation data may be fetched, because a file of level B or T carries none.
"""

import asyncio
import json
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import DEFAULT_DIFF_POLICY
from pyhanko.sign.validation import async_validate_pdf_signature
from pyhanko_certvalidator import ValidationContext


def context(roots):
    return ValidationContext(trust_roots=roots, allow_fetching=True, revocation_mode="require")


async def judge_signature(signature, roots):
    if signature.sig_object.get("/Type") == "/DocTimeStamp":
        return None
    status = await async_validate_pdf_signature(
        signature,
        signer_validation_context=context(roots),
        ts_validation_context=context(roots),
        diff_policy=DEFAULT_DIFF_POLICY,
    )
    stamp = status.timestamp_validity
    return {
        "field": signature.field_name,
        "intact": status.intact,
        "valid": status.valid,
        "trusted": status.trusted,
        "bottomLine": status.bottom_line,
        "coverage": status.coverage.name,
        "modification": status.modification_level.name if status.modification_level else None,
        "timestamp": None if stamp is None else {"valid": stamp.valid, "trusted": stamp.trusted},
        "summary": status.summary(),
    }


async def judge(path, roots):
    with open(path, "rb") as file:
        reader = PdfFileReader(file)
        verdicts = [await judge_signature(one, roots) for one in reader.embedded_signatures]
    return {"file": path, "signatures": [one for one in verdicts if one is not None]}


def main():
    logging.disable(logging.CRITICAL)
    roots = [load_cert_from_pemder(path) for path in sys.argv[1].split(",")]
    for path in sys.argv[2:]:
        try:
            verdict = asyncio.run(judge(path, roots))
        except Exception as error:  # a judge that cannot read a file says so and goes on with the next
            verdict = {"file": path, "failure": f"{type(error).__name__}: {error}"}
        print(json.dumps(verdict), flush=True)


main()
