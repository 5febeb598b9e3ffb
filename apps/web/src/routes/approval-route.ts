import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { approvalPages, requestFirstPage } from '../shared/page-viewer/page-source.ts'
import { rootRoute } from './root-route.tsx'

export const approvalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals/$approverGuid',
  staticData: { title: 'titles.approval' },
  // The first page to show is asked for while the code of the viewer is on its way; pointing at a link is no reason yet.
  loader: ({ params, preload }) => {
    if (!preload) requestFirstPage(approvalPages(params.approverGuid))
  },
  component: lazyRouteComponent(() => import('./approval-screen.tsx'), 'ApprovalScreen'),
})
