import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root-route.tsx'

export const documentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents/$docGuid',
  staticData: { title: 'titles.document' },
  component: lazyRouteComponent(() => import('./document-screen.tsx'), 'DocumentScreen'),
})
