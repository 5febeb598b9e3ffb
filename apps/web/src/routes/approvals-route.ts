import { createRoute, lazyRouteComponent, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import {
  DEFAULT_APPROVALS_STATE,
  parseApprovalsState,
  type ApprovalsState,
} from '../features/approvals/approvals-state.ts'
import { prefetch } from './prefetch.ts'
import { shellRoute } from './shell-route.ts'

export const approvalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/approvals',
  staticData: { title: 'titles.approvals' },
  validateSearch: (search: Partial<ApprovalsState> & SearchSchemaInput) => parseApprovalsState(search),
  search: { middlewares: [stripSearchParams({ ...DEFAULT_APPROVALS_STATE })] },
  // Asked while the code of the screen is still on its way.
  loader: () => prefetch(({ prefetchApprovals }) => prefetchApprovals()),
  component: lazyRouteComponent(() => import('./approvals-screen.tsx'), 'ApprovalsScreen'),
})
