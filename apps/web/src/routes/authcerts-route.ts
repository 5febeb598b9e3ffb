import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root-route.tsx'

/** Outside the shell: the only thing to do here is to answer the application that asks. */
export const authcertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authcerts',
  staticData: { title: 'titles.authcerts' },
  component: lazyRouteComponent(() => import('./authcerts-screen.tsx'), 'AuthcertsScreen'),
})
