/** A text member of a request's body; empty when there is none. */
export function readText(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return ''
  const value = (body as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : ''
}

/** The token of an `Authorization: Bearer` header; empty when there is none. */
export function readBearer(header: string | undefined): string {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? ''
}

/** The octets of a base64 text, or undefined when it is none. */
export function readBase64(text: string): Buffer | undefined {
  const isBase64 = text !== '' && /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
  return isBase64 ? Buffer.from(text, 'base64') : undefined
}
