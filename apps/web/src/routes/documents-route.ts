import { createRoute, lazyRouteComponent, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { DEFAULT_LIST_STATE, parseListState, type ListState } from '../features/pending-documents/list-state.ts'
import { pendingDocumentsQuery } from '../features/pending-documents/pending-documents-query.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { shellRoute } from './shell-route.ts'

export const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  staticData: { title: 'titles.documents' },
  validateSearch: (search: Partial<ListState> & SearchSchemaInput) => parseListState(search),
  search: { middlewares: [stripSearchParams({ ...DEFAULT_LIST_STATE })] },
  loaderDeps: ({ search }) => search,
  // Asked while the code of the screen is still on its way.
  loader: ({ deps }) => void queryClient.prefetchQuery(pendingDocumentsQuery(deps)),
  component: lazyRouteComponent(() => import('./documents-screen.tsx'), 'DocumentsScreen'),
})
