import { DEFAULT_APPROVALS_STATE, parseApprovalsState } from '../../features/approvals/list/approvals-state.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { prefetch } from '../frame/prefetch.ts'
import { shell } from '../frame/shell.ts'

export const approvalsRoute = createRoute({
  path: '/approvals',
  title: 'header.approvals',
  layout: shell,
  read: parseApprovalsState,
  defaults: DEFAULT_APPROVALS_STATE,
  // Asked while the code of the screen is still on its way.
  prefetch: () => prefetch(({ prefetchApprovals }) => prefetchApprovals()),
  screen: async () => (await import('./approvals-screen.tsx')).ApprovalsScreen,
})
