import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from './shell-route.ts'

export const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  staticData: { title: 'titles.documents' },
  component: lazyRouteComponent(() => import('./documents-screen.tsx'), 'DocumentsScreen'),
})
