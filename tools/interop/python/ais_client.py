"""Signs PDF files with a static key of the All-in Signing Service: ais_client.py ADDRESS CUSTOMER KEY FILE... The first
file is signed alone, and the others with one request. Each signed file is written beside its source, as NAME.signed.pdf.
"""

import sys

from AIS import AIS, PDF
from AIS import ais as library


def write(name, pdf):
    with open(f"{name[:-4]}.signed.pdf", "wb") as target:
        target.write(pdf.out_stream.getvalue())


def sign(address, customer, key, names):
    library.url = f"{address}/sign"
    # Over HTTP nobody asks for the client's certificate and key, but they have to be files.
    client = AIS(customer, key, __file__, __file__)
    pdfs = [PDF(name) for name in names]
    client.sign_one_pdf(pdfs[0])
    client.sign_batch(pdfs[1:])
    for name, pdf in zip(names, pdfs):
        write(name, pdf)


if __name__ == "__main__":
    sign(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
