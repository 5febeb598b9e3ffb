import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from './shell-route.ts'

export const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profile',
  staticData: { title: 'titles.profile' },
  component: lazyRouteComponent(() => import('./profile-screen.tsx'), 'ProfileScreen'),
})
