import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from './shell-route.ts'

export const certificatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/certificates',
  staticData: { title: 'titles.certificates' },
  component: lazyRouteComponent(() => import('./certificates-screen.tsx'), 'CertificatesScreen'),
})
