"""Signs PDF files with pyHanko's CSCSigner: sign_over_csc.py SERVICE TSA CREDENTIAL FILE... Reads the token of the
service from standard input, one line; writes the hashes that are to be signed, one line of JSON; reads the signature
activation data for them, one line; and writes each signed file beside its source, as NAME.signed.pdf.

All files are signed with one call, which is what pyHanko calls a batch.
"""

import asyncio
import json
import sys

import aiohttp
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import PdfSigner
from pyhanko.sign.fields import SigSeedSubFilter
from pyhanko.sign.signers import PdfSignatureMetadata
from pyhanko.sign.signers.csc_signer import (
    CSCAuthorizationInfo,
    CSCAuthorizationManager,
    CSCServiceSessionInfo,
    CSCSigner,
    fetch_certs_in_csc_credential,
)
from pyhanko.sign.timestamps.aiohttp_client import AIOHttpTimeStamper


class AskedOutside(CSCAuthorizationManager):
    """Whoever started this asks the person, and hands over what they allowed."""

    async def authorize_signature(self, hash_b64s):
        print(json.dumps(hash_b64s), flush=True)
        return CSCAuthorizationInfo(sad=sys.stdin.readline().strip())


async def sign(service, tsa, credential, files):
    info = CSCServiceSessionInfo(service, credential, oauth_token=sys.stdin.readline().strip())
    async with aiohttp.ClientSession() as session:
        found = await fetch_certs_in_csc_credential(session, info)
        if not found.hash_pinning_required or found.max_batch_size < len(files):
            raise SystemExit("The credential does not pin hashes, or takes too few of them.")
        signer = CSCSigner(session, AskedOutside(info, found), batch_size=len(files))
        metadata = PdfSignatureMetadata(
            field_name="Signature", md_algorithm="sha256", subfilter=SigSeedSubFilter.PADES
        )

        async def sign_one(name):
            with open(name, "rb") as source, open(f"{name[:-4]}.signed.pdf", "wb") as target:
                timestamper = AIOHttpTimeStamper(tsa, session)
                pdf_signer = PdfSigner(metadata, signer=signer, timestamper=timestamper)
                await pdf_signer.async_sign_pdf(IncrementalPdfFileWriter(source), output=target)

        await asyncio.gather(*map(sign_one, files))


if __name__ == "__main__":
    asyncio.run(sign(*sys.argv[1:4], sys.argv[4:]))
