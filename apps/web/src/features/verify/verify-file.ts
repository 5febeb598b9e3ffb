import { verificationCalls, type VerifiedFile } from '../../shared/api/verification.ts'
import type { PageSource } from '../../shared/page-viewer/images/page-source.ts'

/** What is known of a file that somebody dropped. */
export type Verification = Omit<VerifiedFile, 'Size' | 'Digest'>

/** A file that was issued here need not be sent: it is enough to prove that it is there. @throws {ApiError} {NetworkError} */
export async function verifyFile(file: File, signal: AbortSignal): Promise<Verification> {
  const body = await nameOf(file)
  const known = body && (await verificationCalls.lookUpFile({ body, signal }))
  if (known?.Found) {
    const { Check, Found } = known
    return { Check, Issued: 'exactly', IssuedRevisions: known.Found.Revisions, Found }
  }
  return verificationCalls.verifyFile({ body: asPdf(file), signal })
}

/** The validation report of a file, for programs. @throws {ApiError} {NetworkError} */
export const fetchReport = (file: File): Promise<Blob> => verificationCalls.reportFile({ body: asPdf(file) })

/** The pages of a revision of the file, which goes along with each question: the server keeps nothing of it. */
export const pagesOf =
  (file: File, key: string) =>
  (revision: number): PageSource => ({
    key: ['verified', key, revision],
    load: ({ page, width, signal }) =>
      verificationCalls.verifiedPage({
        query: { revision: String(revision), page: String(page), width: String(width) },
        body: asPdf(file),
        signal,
      }),
  })

/** Whatever the system takes it for. */
const asPdf = (file: File) => new Blob([file], { type: 'application/pdf' })

/** Null where the browser makes no digests: it does so on safe connections alone. */
async function nameOf(file: File): Promise<{ Digest: string; Proof: string } | null> {
  if (!isSecureContext) return null
  const octets = await file.arrayBuffer()
  const digest = await crypto.subtle.digest('SHA-256', octets)
  const key = await crypto.subtle.importKey('raw', digest, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return { Digest: inHex(digest), Proof: inHex(await crypto.subtle.sign('HMAC', key, octets)) }
}

const inHex = (octets: ArrayBuffer) =>
  [...new Uint8Array(octets)].map((octet) => octet.toString(16).padStart(2, '0')).join('')
