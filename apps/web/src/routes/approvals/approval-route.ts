import { createRoute } from '../../shared/router/routes.ts'
import { prefetch } from '../frame/prefetch.ts'

export const approvalRoute = createRoute({
  path: '/approvals/$approverGuid',
  title: 'titles.approval',
  // The first page to show is asked for while the code of the viewer is on its way; pointing at a link is no reason
  // yet.
  prefetch: ({ params, isCertain }) => {
    if (isCertain) prefetch(({ prefetchApproval }) => prefetchApproval(params.approverGuid))
  },
  screen: async () => (await import('./approval-screen.tsx')).ApprovalScreen,
})
