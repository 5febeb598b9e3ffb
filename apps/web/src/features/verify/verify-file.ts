import { verificationCalls, type VerifiedFile } from '../../shared/api/verification.ts'
import type { PageSource } from '../../shared/page-viewer/images/page-source.ts'

/** What is known of a file that somebody dropped. */
export type Verification = Omit<VerifiedFile, 'Size' | 'Digest'>

/** A file that was issued here need not be sent: its digest is enough. @throws {ApiError} {NetworkError} */
export async function verifyFile(file: File, signal: AbortSignal): Promise<Verification> {
  const digest = await digestOf(file)
  const known = digest === null ? null : await verificationCalls.lookUpFile({ body: { Digest: digest }, signal })
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
async function digestOf(file: File): Promise<string | null> {
  if (!isSecureContext) return null
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...digest].map((octet) => octet.toString(16).padStart(2, '0')).join('')
}
