"""Asks pyHanko about PDF files: judge_pdf.py [--offline] ROOT[,ROOT...] FILE... Prints one line of JSON for each file.

pyHanko compares the revisions of a file with its strict policy: a change after a signature that no rule allows makes
the signature bad. Certificates and revocation data may be fetched, because a file of level B or T carries none. Off
line nothing is fetched, and files are judged by what they carry, with the time that their timestamps prove (EN 319
102-1, clause 5.6).
"""

import asyncio
import json
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import DEFAULT_DIFF_POLICY
from pyhanko.sign.validation import async_validate_pdf_signature
from pyhanko.sign.validation.ades import ades_lta_validation
from pyhanko.sign.validation.policy_decl import (
    CertificateFetchingRule,
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager


def context(roots):
    return ValidationContext(trust_roots=roots, allow_fetching=True, revocation_mode="require")


def offline_policy(roots):
    return PdfSignatureValidationSpec(
        SignatureValidationSpec(
            cert_validation_policy=CertValidationPolicySpec(
                trust_manager=SimpleTrustManager.build(trust_roots=roots),
                revinfo_policy=CertRevTrustPolicy(REQUIRE_REVINFO),
            ),
            revinfo_gathering_policy=RevocationInfoGatheringSpec(
                online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY,
                certificate_fetching_rule=CertificateFetchingRule.NEVER_FETCH,
            ),
        ),
        diff_policy=DEFAULT_DIFF_POLICY,
    )


async def judge_signature(signature, roots, offline):
    if signature.sig_object.get("/Type") == "/DocTimeStamp":
        return None
    if offline:
        signature.compute_integrity_info(diff_policy=DEFAULT_DIFF_POLICY)
        result = await ades_lta_validation(signature, offline_policy(roots))
        archived = result.oldest_evidence_record_timestamp is not None
        words = {"indication": result.ades_subindic.name, "failure": result.failure_msg, "archived": archived}
        return {**describe(signature, result.api_status), **words}
    status = await async_validate_pdf_signature(
        signature,
        signer_validation_context=context(roots),
        ts_validation_context=context(roots),
        diff_policy=DEFAULT_DIFF_POLICY,
    )
    return describe(signature, status)


def describe(signature, status):
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


async def judge(path, roots, offline):
    with open(path, "rb") as file:
        reader = PdfFileReader(file)
        verdicts = [await judge_signature(one, roots, offline) for one in reader.embedded_signatures]
    return {"file": path, "signatures": [one for one in verdicts if one is not None]}


def main():
    logging.disable(logging.CRITICAL)
    words = sys.argv[1:]
    offline = "--offline" in words
    trusted, *files = [word for word in words if word != "--offline"]
    roots = [load_cert_from_pemder(path) for path in trusted.split(",")]
    for path in files:
        try:
            verdict = asyncio.run(judge(path, roots, offline))
        except Exception as error:  # a judge that cannot read a file says so and goes on with the next
            verdict = {"file": path, "failure": f"{type(error).__name__}: {error}"}
        print(json.dumps(verdict), flush=True)


main()
