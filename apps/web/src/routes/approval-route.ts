import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { prefetch } from './prefetch.ts'
import { rootRoute } from './root-route.tsx'

export const approvalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals/$approverGuid',
  staticData: { title: 'titles.approval' },
  // The first page to show is asked for while the code of the viewer is on its way; pointing at a link is no reason yet.
  loader: ({ params, preload }) => {
    if (!preload) prefetch(({ prefetchApproval }) => prefetchApproval(params.approverGuid))
  },
  component: lazyRouteComponent(() => import('./approval-screen.tsx'), 'ApprovalScreen'),
})
