import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const profileRoute = createRoute({
  path: '/profile',
  title: 'titles.profile',
  layout: shell,
  enter: () => completeTexts('profile'),
  screen: async () => (await import('./profile-screen.tsx')).ProfileScreen,
})
