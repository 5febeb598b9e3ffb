/** The metadata by which a file says that it is PDF/A-3 with structure (ISO 16684-1, ISO 19005-3 clause 6.6). */
import { dictOf, escapeXml, nameOf, PdfStream } from '@rubrica/pdf'

interface Described {
  readonly title: string
  readonly language: string
  readonly madeAt: Date
}

export function writeMetadata({ title, language, madeAt }: Described): PdfStream {
  const at = `${madeAt.toISOString().slice(0, 19)}Z`
  const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
   <pdfaid:part>3</pdfaid:part>
   <pdfaid:conformance>A</pdfaid:conformance>
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
   <dc:language><rdf:Bag><rdf:li>${escapeXml(language)}</rdf:li></rdf:Bag></dc:language>
   <xmp:CreateDate>${at}</xmp:CreateDate>
   <xmp:ModifyDate>${at}</xmp:ModifyDate>
   <xmp:CreatorTool>Rúbrica</xmp:CreatorTool>
   <pdf:Producer>Rúbrica</pdf:Producer>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
  return new PdfStream(dictOf({ Type: nameOf('Metadata'), Subtype: nameOf('XML') }), Buffer.from(packet))
}
