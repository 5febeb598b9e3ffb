"""Signs and validates with pyHanko for the benchmark: pyhanko_peer.py CERTIFICATE KEY ISSUER, all PEM.

Reads one JSON object per line: {"do": "sign" | "validate", "file": PATH, "times": N}, and answers each with the processor
milliseconds of one of the N. pyHanko is used at its best: the key is loaded once, the size of the signature is reserved
instead of found by a trial, the output stays in memory, and what it keeps about certificates is kept.
"""

import json
import logging
import sys
import time
from io import BytesIO

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from pyhanko.keys import load_cert_from_pemder, load_private_key_from_pemder
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import SigSeedSubFilter
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

CERTIFICATE, KEY, ISSUER = sys.argv[1:4]
# Hexadecimal digits, as pyHanko counts them.
RESERVED = 2 * 8192


class KeptKeySigner(SimpleSigner):
    """SimpleSigner reads and checks the key again for each signature."""

    def __init__(self, key, **rest):
        super().__init__(**rest)
        self.key = key

    def sign_raw(self, data, digest_algorithm):
        return self.key.sign(data, PKCS1v15(), hashes.SHA256())


def make_signer():
    store = SimpleCertificateStore()
    store.register(load_cert_from_pemder(ISSUER))
    with open(KEY, "rb") as file:
        key = serialization.load_pem_private_key(file.read(), None)
    signer = KeptKeySigner(
        key,
        signing_cert=load_cert_from_pemder(CERTIFICATE),
        signing_key=load_private_key_from_pemder(KEY, None),
        cert_registry=store,
    )
    metadata = PdfSignatureMetadata(field_name="Signature", subfilter=SigSeedSubFilter.PADES, md_algorithm="sha256")
    return PdfSigner(metadata, signer)


signer = make_signer()
context = ValidationContext(trust_roots=[load_cert_from_pemder(ISSUER)], allow_fetching=False)


def sign(data):
    writer = IncrementalPdfFileWriter(BytesIO(data))
    return signer.sign_pdf(writer, bytes_reserved=RESERVED, in_place=True)


def validate(data):
    for signature in PdfFileReader(BytesIO(data)).embedded_signatures:
        status = validate_pdf_signature(signature, signer_validation_context=context)
        if not status.bottom_line:
            raise ValueError(status.summary())


def main():
    logging.disable(logging.CRITICAL)
    work = {"sign": sign, "validate": validate}
    for line in sys.stdin:
        order = json.loads(line)
        with open(order["file"], "rb") as file:
            data = file.read()
        began = time.process_time()
        for _ in range(order["times"]):
            work[order["do"]](data)
        took = (time.process_time() - began) / order["times"]
        print(json.dumps({"ms": took * 1000}), flush=True)


main()
