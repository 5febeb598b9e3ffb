import type { FoundSignature, SignatureChange } from '../../shared/api/document-signatures.ts'

/** Rules by which somebody puts something into a document that readers see. */
const SEEN = ['ANNOTATION', 'FORM_FILLING']

const isSeen = ({ JustifiedBy }: SignatureChange) => JustifiedBy === null || SEEN.includes(JustifiedBy)

/**
 * The versions of a document as a person counts them: what was signed, and what somebody has put in or changed since.
 * What prepares a place for a signature, or proves one later on, makes a revision of the file and no version.
 * @returns the revisions of the file (from 1) that end a version, the oldest first
 */
export function versionsOf(signatures: readonly FoundSignature[]): readonly number[] {
  const covered = signatures.flatMap(({ Revision, Kind }) => (Revision === null ? [] : [{ Revision, Kind }]))
  if (covered.length === 0) return []
  const first = Math.min(...covered.map(({ Revision }) => Revision))
  const signed = covered.filter(({ Kind }) => Kind === 'signature').map(({ Revision }) => Revision)
  const changed = signatures.flatMap(({ Changes }) => Changes.filter(isSeen)).map(({ Revision }) => Revision)
  return [...new Set([first, ...signed, ...changed])].sort((a, b) => a - b)
}
