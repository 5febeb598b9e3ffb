import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root-route.tsx'

export const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/changePassword',
  staticData: { title: 'titles.changePassword' },
  component: lazyRouteComponent(() => import('./change-password-screen.tsx'), 'ChangePasswordScreen'),
})
