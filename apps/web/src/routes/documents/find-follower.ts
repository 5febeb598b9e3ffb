import type { PendingDocumentsPage } from '../../shared/api/pending-documents.ts'

/** The follower is the first document of the list's next page. */
export const ON_NEXT_PAGE = Symbol('next page')

/**
 * The GUID of the document after another one in a page of the list; null when that is the last one of all, undefined
 * when the page is not there yet or does not have it.
 */
export function followerOf(
  docGuid: string,
  page: Pick<PendingDocumentsPage, 'List' | 'PageNumber' | 'TotalPages'> | undefined,
): string | typeof ON_NEXT_PAGE | null | undefined {
  const index = page?.List.findIndex((document) => document.DocGUI === docGuid) ?? -1
  if (!page || index < 0) return undefined
  const after = page.List[index + 1]
  if (after) return after.DocGUI
  return page.PageNumber < page.TotalPages ? ON_NEXT_PAGE : null
}
