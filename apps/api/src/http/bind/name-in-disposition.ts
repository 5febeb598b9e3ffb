import { invalidFields } from '@rubrica/domain'

/** In UTF-8, percent-encoded (RFC 8187 §3.2.1). */
const EXTENDED = /(?:^|;)[\t ]*filename\*[\t ]*=[\t ]*utf-8'[\w-]*'([\w!#$&+.^`|~%-]*)/i
const PLAIN = /(?:^|;)[\t ]*filename[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i

/**
 * The file name in a header Content-Disposition (RFC 6266 §4.3); the extended form counts before the plain one.
 * @returns the name as it came; empty where there is none
 * @throws {PortalError} VALIDATION_FAILED for percent-encoding that is broken
 */
export function nameInDisposition(header: string | undefined): string {
  if (header === undefined) return ''
  const extended = EXTENDED.exec(header)?.[1]
  if (extended !== undefined) return decode(extended)
  const [, quoted, token] = PLAIN.exec(header) ?? []
  return asUtf8(quoted?.replace(/\\(.)/g, '$1') ?? token ?? '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    const problem = 'has a filename* that is not UTF-8, percent-encoded'
    throw invalidFields([{ root: 'headers', path: ['content-disposition'], code: 'INVALID', problem }])
  }
}

/** Node reads headers as Latin-1; programs write names in UTF-8 there. */
function asUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const decoded = bytes.toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}
