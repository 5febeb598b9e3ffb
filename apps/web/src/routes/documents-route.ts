import {
  createRoute,
  lazyRouteComponent,
  redirect,
  stripSearchParams,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { parseReturn, type ReturnSearch } from '../features/ivsign-return/return-search.ts'
import { keptListState, openedWithList } from '../features/pending-documents/kept-list-state.ts'
import { DEFAULT_LIST_STATE, parseListState, type ListState } from '../features/pending-documents/list-state.ts'
import type {} from './history-state.ts'
import { prefetch } from './prefetch.ts'
import { shellRoute } from './shell-route.ts'

export const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  staticData: { title: 'titles.documents' },
  validateSearch: (search: Partial<ListState> & ReturnSearch & SearchSchemaInput) => ({
    ...parseListState({ ...search }),
    ...parseReturn({ ...search }),
  }),
  search: { middlewares: [stripSearchParams({ ...DEFAULT_LIST_STATE })] },
  /**
   * A bare address shows the list as it was left in this session; any other says itself what to show. Done once for
   * each entry of the history, so that going back to the whole list shows the whole list.
   */
  beforeLoad: ({ location, search }) => {
    const { entered, visited } = location.state
    if (entered) return
    const isBare = !openedWithList() && location.searchStr === ''
    const wanted = isBare ? (keptListState() ?? search) : search
    redirect({ to: '/documents', search: wanted, state: { entered: true, visited }, replace: true, throw: true })
  },
  loaderDeps: ({ search }) => search,
  // Asked while the code of the screen is still on its way.
  loader: ({ deps }) => prefetch(({ prefetchList }) => prefetchList(deps)),
  component: lazyRouteComponent(() => import('./documents-screen.tsx'), 'DocumentsScreen'),
})
