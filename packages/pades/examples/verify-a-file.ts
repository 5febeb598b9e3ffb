/** Validates the signatures of a PDF: one line for the file, and one for each signature and each change. */
import { validate } from '@rubrica/pades'

/** @param trustAnchors DER of the roots that you trust */
export function verifyFile(pdf: Uint8Array, trustAnchors: readonly Uint8Array[]): string[] {
  const { integrity, trust, signatures, warnings } = validate(pdf, { trustAnchors })
  const lines = [`${integrity}, ${trust}${warnings.length > 0 ? `, warnings: ${warnings.join(', ')}` : ''}`]
  for (const { signer, indication, subIndication, level, provedAt, changes } of signatures) {
    const time = provedAt === null ? 'no proved time' : provedAt.toISOString()
    lines.push(`${signer ?? 'unknown'}: ${subIndication ?? indication}, ${level}, ${time}`)
    for (const { what, page, justifiedBy } of changes) {
      lines.push(`  later ${what}${page === null ? '' : ` on page ${page}`}: ${justifiedBy ?? 'not allowed'}`)
    }
  }
  return lines
}
