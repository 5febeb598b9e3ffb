import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ListState } from '../../features/pending-documents/list-state.ts'
import { parseListState } from '../../features/pending-documents/parse-list-state.ts'
import { pendingDocumentsQuery } from '../../features/pending-documents/pending-documents-query.ts'
import type { PendingDocumentsPage } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { followerOf, ON_NEXT_PAGE } from './find-follower.ts'
import type {} from '../frame/history-state.ts'

/** The document after another one, and the page of the list it stands on. */
export interface NextPlace {
  readonly docGuid: string
  readonly list: ListState
}

/** A page of the list, not the one before it while it is on its way. */
function useListPage(list: ListState, enabled: boolean): PendingDocumentsPage | undefined {
  return useQuery({ ...pendingDocumentsQuery(list), placeholderData: undefined, enabled }).data
}

interface Wanted {
  docGuid: string
  /** The list the document was opened from. */
  list: ListState | undefined
  /** False while more urgent things are fetched. */
  enabled: boolean
}

/**
 * What follows a document in the list it was opened from; null when it is the last one, undefined while that is not
 * known and when the document does not stand in that page of the list.
 */
export function useNextDocument({ docGuid, list = parseListState({}), enabled }: Wanted): NextPlace | null | undefined {
  const follower = followerOf(docGuid, useListPage(list, enabled))
  const nextList = { ...list, page: list.page + 1 }
  const nextPage = useListPage(nextList, enabled && follower === ON_NEXT_PAGE)
  if (typeof follower === 'string') return { docGuid: follower, list }
  if (follower !== ON_NEXT_PAGE) return follower
  const first = nextPage?.List[0]
  return first && { docGuid: first.DocGUI, list: nextList }
}

/** Leads to the next document of the list; rests on the last one, and is not there while nobody knows. */
export function NextDocument({ next }: { next: NextPlace | null | undefined }) {
  const t = useText()
  if (next === undefined) return null
  const text = <span>{t('viewer.nextDocument')}</span>
  if (next === null) {
    return (
      <Button disabled iconAfter={ArrowRight} title={t('viewer.lastDocument')}>
        {text}
      </Button>
    )
  }
  return (
    <Link
      to="/documents/$docGuid"
      params={{ docGuid: next.docGuid }}
      state={{ list: next.list }}
      className={buttonClass()}
      title={t('viewer.nextDocument')}
    >
      {text}
      <ArrowRight size={18} aria-hidden />
    </Link>
  )
}
