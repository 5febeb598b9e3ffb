import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const profileRoute = createRoute({
  path: '/profile',
  title: 'titles.profile',
  layout: shell,
  screen: async () => (await import('./profile-screen.tsx')).ProfileScreen,
})
