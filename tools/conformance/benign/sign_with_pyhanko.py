"""Signs files with pyHanko, as honest documents of another make.

sign_with_pyhanko.py IN_DIR OUT_DIR: IN_DIR holds plain.pdf, streams.pdf, form.pdf, other PDFs, ana.p12, biel.p12,
root.cer and settings.json {"pin", "tsa"}. Each file that is made lands in OUT_DIR as pyhanko-NAME.pdf.
"""

import io
import json
import sys
from pathlib import Path

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers, timestamps
from pyhanko.stamp import TextStampStyle
from pyhanko_certvalidator import ValidationContext

Name = generic.NameObject


class Maker:
    def __init__(self, source, target):
        self.source, self.target = source, target
        settings = json.loads((source / "settings.json").read_text())
        self.pin = settings["pin"].encode()
        self.stamper = timestamps.HTTPTimeStamper(settings["tsa"])
        self.root = load_cert_from_pemder(str(source / "root.cer"))

    def base(self, name):
        return (self.source / f"{name}.pdf").read_bytes()

    def keep(self, name, data):
        (self.target / f"pyhanko-{name}.pdf").write_bytes(data)

    def context(self):
        return ValidationContext(trust_roots=[self.root], allow_fetching=True)

    def sign(self, data, who="ana", box=None, field="Signature", **wish):
        signer = signers.SimpleSigner.load_pkcs12(str(self.source / f"{who}.p12"), passphrase=self.pin)
        writer = IncrementalPdfFileWriter(io.BytesIO(data), strict=False)
        if wish.get("embed_validation_info"):
            wish["validation_context"] = self.context()
        meta = signers.PdfSignatureMetadata(field_name=field, **wish)
        style = TextStampStyle(stamp_text="Signed: %(signer)s\n%(ts)s") if box else None
        placed = fields.SigFieldSpec(field, box=box, on_page=0) if box else None
        signing = signers.PdfSigner(meta, signer, timestamper=self.stamper, stamp_style=style, new_field_spec=placed)
        return signing.sign_pdf(writer).getvalue()

    def with_fields(self, data, *specs):
        writer = IncrementalPdfFileWriter(io.BytesIO(data), strict=False)
        for spec in specs:
            fields.append_signature_field(writer, spec)
        out = io.BytesIO()
        writer.write(out)
        return out.getvalue()

    def renew(self, data):
        stamper = signers.PdfTimeStamper(self.stamper)
        reader = PdfFileReader(io.BytesIO(data), strict=False)
        return stamper.update_archival_timestamp_chain(reader, self.context()).getvalue()

    def fill(self, data, text):
        """The text field of form.pdf with another value, as a viewer saves it."""
        writer = IncrementalPdfFileWriter(io.BytesIO(data), strict=False)
        field = writer.root["/AcroForm"]["/Fields"][0].get_object()
        shown = f"/Tx BMC BT /F1 12 Tf 4 8 Td ({text}) Tj ET EMC".encode()
        look = generic.StreamObject(stream_data=shown)
        font = writer.root["/AcroForm"]["/DR"]["/Font"].raw_get("/F1")
        fonts = generic.DictionaryObject({Name("/F1"): font})
        look.update({
            Name("/Type"): Name("/XObject"),
            Name("/Subtype"): Name("/Form"),
            Name("/BBox"): generic.ArrayObject(map(generic.NumberObject, [0, 0, 228, 24])),
            Name("/Resources"): generic.DictionaryObject({Name("/Font"): fonts}),
        })
        field[Name("/V")] = generic.pdf_string(text)
        field[Name("/AP")] = generic.DictionaryObject({Name("/N"): writer.add_object(look)})
        writer.update_container(field)
        out = io.BytesIO()
        writer.write(out)
        return out.getvalue()


PADES = {"subfilter": fields.SigSeedSubFilter.PADES}
LT = {**PADES, "embed_validation_info": True}
LTA = {**LT, "use_pades_lta": True}
BOX = (60, 80, 280, 150)
SECOND_BOX = (300, 80, 520, 150)


def certify(permission):
    return {**PADES, "certify": True, "docmdp_permissions": fields.MDPPerm(permission)}


def make_each_level(maker):
    for base in ["plain", "streams", "linearized"]:
        data = maker.base(base)
        maker.keep(f"{base}-pkcs7", maker.sign(data))
        maker.keep(f"{base}-t", maker.sign(data, who="biel", box=BOX, **PADES))
        maker.keep(f"{base}-lt", maker.sign(data, **LT))
        archived = maker.sign(data, **LTA)
        maker.keep(f"{base}-lta", archived)
        maker.keep(f"{base}-lta-renewed", maker.renew(archived))


def make_several_signers(maker):
    two = maker.sign(maker.sign(maker.base("plain"), **PADES), who="biel", field="Second", **PADES)
    maker.keep("two-signers", two)
    maker.keep("two-signers-lta", maker.sign(two, field="Third", **LTA))
    specs = [fields.SigFieldSpec("First", box=BOX), fields.SigFieldSpec("Second", box=SECOND_BOX)]
    prepared = maker.with_fields(maker.base("streams"), *specs)
    first = maker.sign(prepared, field="First", **PADES)
    maker.keep("prepared-fields", maker.sign(first, who="biel", field="Second", **PADES))
    maker.keep("field-after-signature", maker.with_fields(first, fields.SigFieldSpec("Later", box=SECOND_BOX)))
    lock = fields.FieldMDPSpec(fields.FieldMDPAction.INCLUDE, fields=["Locking"])
    locking = fields.SigFieldSpec("Locking", box=BOX, field_mdp_spec=lock)
    locked = maker.sign(maker.with_fields(maker.base("plain"), locking), field="Locking", **PADES)
    maker.keep("locked-field-then-signed", maker.sign(locked, who="biel", field="After", **PADES))


def make_certified(maker):
    for permission in [1, 2, 3]:
        maker.keep(f"certified-{permission}", maker.sign(maker.base("plain"), box=BOX, **certify(permission)))
    certified = maker.sign(maker.base("form"), field="Author", **certify(2))
    maker.keep("certified-then-signed", maker.sign(certified, who="biel", field="Approval", **PADES))
    filled = maker.fill(certified, "Biel")
    maker.keep("certified-then-filled", filled)
    maker.keep("certified-filled-signed-lta", maker.sign(filled, who="biel", field="Approval", **LTA))


def make_filled(maker):
    form = maker.base("form")
    maker.keep("filled-then-signed", maker.sign(maker.fill(form, "Carla"), **PADES))
    signed = maker.sign(form, **PADES)
    filled = maker.fill(signed, "Carla")
    maker.keep("signed-then-filled", filled)
    maker.keep("signed-filled-twice", maker.fill(filled, "Biel"))
    maker.keep("signed-filled-signed", maker.sign(filled, who="biel", field="Second", **PADES))


def sign_others(maker):
    for file in sorted(maker.source.glob("office-*.pdf")):
        first = maker.sign(file.read_bytes(), box=BOX, **PADES)
        maker.keep(file.stem, maker.sign(first, who="biel", field="Second", **LTA))


def main():
    maker = Maker(Path(sys.argv[1]), Path(sys.argv[2]))
    for make in [make_each_level, make_several_signers, make_certified, make_filled, sign_others]:
        make(maker)


main()
