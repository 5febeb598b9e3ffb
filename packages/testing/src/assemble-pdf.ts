/** The body of an indirect object: plain text, or a dictionary with the stream that follows it. */
export type ObjectBody = string | { readonly dictionary: string; readonly stream: Uint8Array }

const latin1 = (text: string) => Buffer.from(text, 'latin1')

const bytesOf = (body: ObjectBody): Uint8Array =>
  typeof body === 'string'
    ? latin1(body)
    : Buffer.concat([
        latin1(`<< ${body.dictionary} /Length ${body.stream.length} >>\nstream\n`),
        body.stream,
        latin1('\nendstream'),
      ])

/** A PDF 1.7 with a classic cross-reference table. Object 1 is the catalogue; the rest follow in order. */
export function assemblePdf(objects: readonly ObjectBody[]): Uint8Array {
  const parts: Uint8Array[] = [latin1('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')]
  let length = parts[0]!.length
  const offsets = objects.map((body, index) => {
    const offset = length
    const bytes = Buffer.concat([latin1(`${index + 1} 0 obj\n`), bytesOf(body), latin1('\nendobj\n')])
    parts.push(bytes)
    length += bytes.length
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, latin1(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`)])
}
