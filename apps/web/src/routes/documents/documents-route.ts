import { parseReturn } from '../../features/errand-return/return-search.ts'
import { keptListState } from '../../features/pending-documents/kept-list-state.ts'
import { DEFAULT_LIST_STATE } from '../../features/pending-documents/list-state.ts'
import { parseListState } from '../../features/pending-documents/parse-list-state.ts'
import { createRoute, Redirect } from '../../shared/router/routes.ts'
import type {} from '../frame/history-state.ts'
import { prefetch } from '../frame/prefetch.ts'
import { shell } from '../frame/shell.ts'

export const documentsRoute = createRoute({
  path: '/documents',
  title: 'titles.documents',
  layout: shell,
  read: (search) => ({ ...parseListState(search), ...parseReturn(search) }),
  defaults: DEFAULT_LIST_STATE,
  /**
   * A bare address shows the list as it was left in this session; any other says itself what to show. Done once for
   * each entry of the history, so that going back to the whole list shows the whole list.
   */
  enter: ({ place, search }) => {
    const { entered, visited, signed, run } = place.state
    if (entered) return undefined
    const wanted = place.search === '' ? (keptListState() ?? search) : search
    const kept = { entered: true, ...(visited && { visited }), ...(signed && { signed }), ...(run && { run }) }
    return new Redirect({ to: '/documents', search: wanted }, kept)
  },
  // Asked while the code of the screen is still on its way.
  prefetch: ({ search }) => prefetch(({ prefetchList }) => prefetchList(search)),
  screen: async () => (await import('./documents-screen.tsx')).DocumentsScreen,
})
