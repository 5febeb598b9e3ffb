/**
 * The parts of a mail (RFC 5322, RFC 2046), as far as reports need them: fields, and the parts of one level. What strangers
 * write is gone through once, however many lines, parts or fields it has.
 */
export interface MailPart {
  /** Values in their order by name in lower case, each in one line. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  /** Octets as characters of Latin-1, still encoded. */
  readonly body: string
}

/** Parts and fields that are looked at; a report has three parts, and some twenty fields in each. */
const [MOST_PARTS, MOST_FIELDS] = [20, 500]
const FIELD = /^([!-9;-~]{1,100}):(.*)$/s

export function readMail(source: Uint8Array): MailPart {
  return readPart(Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1'))
}

/** @returns nothing for what is not made of parts */
export function partsOf({ fields, body }: MailPart): MailPart[] {
  const boundary = boundaryIn(fields.get('content-type')?.[0] ?? '')
  if (boundary === undefined) return []
  const [, ...pieces] = `\n${body}`.split(`\n--${boundary}`, MOST_PARTS + 1)
  return pieces.flatMap((piece) => {
    // What follows the boundary on its line is white space, or the two hyphens of the end.
    const lineEnd = piece.indexOf('\n')
    return lineEnd === -1 || piece.startsWith('--') ? [] : [readPart(piece.slice(lineEnd + 1))]
  })
}

export function typeOf({ fields }: MailPart): string {
  return (fields.get('content-type')?.[0] ?? 'text/plain').split(';', 1)[0]!.trim().toLowerCase()
}

/** Decoded, as UTF-8. */
export function textOf({ fields, body }: MailPart): string {
  const encoding = fields.get('content-transfer-encoding')?.[0]?.trim().toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return Buffer.from(decodeQuoted(body), 'latin1').toString('utf8')
  return Buffer.from(body, 'latin1').toString('utf8')
}

/** Groups of fields with an empty line between, as a report has them (RFC 3464, 2.1). */
export function readFields(text: string): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>()
  for (const line of unfold(text).split('\n', MOST_FIELDS)) {
    const [, name, value = ''] = FIELD.exec(line) ?? []
    if (name === undefined) continue
    const key = name.toLowerCase()
    const known = fields.get(key)
    if (known) known.push(value.trim())
    else fields.set(key, [value.trim()])
  }
  return fields
}

function readPart(text: string): MailPart {
  const lines = text.replaceAll('\r\n', '\n')
  if (lines.startsWith('\n')) return { fields: new Map(), body: lines.slice(1) }
  const end = lines.indexOf('\n\n')
  const head = end === -1 ? lines : lines.slice(0, end)
  return { fields: readFields(head), body: end === -1 ? '' : lines.slice(end + 2) }
}

const unfold = (text: string) => text.replace(/\n[ \t]/g, ' ')

function boundaryIn(contentType: string): string | undefined {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? bare
}

const decodeQuoted = (text: string) =>
  text
    .replace(/=[ \t]{0,100}\n/g, '')
    .replace(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
