import type { DocumentSignatures, FoundSignature } from '../../shared/api/document-signatures.ts'

/** Kinds of changes that cannot be seen on any page. */
const UNSEEN = ['DOCUMENT_TIMESTAMP', 'INFO', 'METADATA', 'OUTLINE', 'VALIDATION_DATA']

/** The first page with a change that is not allowed: where a look begins. */
export function firstForbiddenPage({ Changes }: FoundSignature): number | null {
  const pages = Changes.flatMap(({ Page, JustifiedBy }) => (Page === null || JustifiedBy !== null ? [] : [Page]))
  return pages.length === 0 ? null : Math.min(...pages)
}

/** The oldest signature after which something was done that is not allowed: what came later is in its pages, too. */
export function firstChangedSignature({ Signatures }: Pick<DocumentSignatures, 'Signatures'>): FoundSignature | null {
  const changed = Signatures.filter(({ Changes }) => Changes.some(({ JustifiedBy }) => JustifiedBy === null))
  return changed.toSorted((a, b) => (a.Revision ?? Infinity) - (b.Revision ?? Infinity))[0] ?? null
}

/**
 * Which pages are worth a look beside each other: those that changed, all when a change that is not allowed may be on
 * any of them, or none.
 */
export function pagesToCompare({
  Changes,
  ChangedPages,
  Revision,
}: FoundSignature): readonly number[] | 'all' | 'none' {
  if (Revision === null) return 'none'
  const isAnywhere = Changes.some(
    ({ What, Page, JustifiedBy }) => Page === null && JustifiedBy === null && !UNSEEN.includes(What),
  )
  if (isAnywhere) return 'all'
  return ChangedPages.length > 0 ? ChangedPages : 'none'
}
