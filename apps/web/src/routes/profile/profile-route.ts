import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

const screens = () => import('./profile-screens.tsx')

export const profileRoute = createRoute({
  path: '/profile',
  title: 'header.updateData',
  layout: shell,
  enter: () => completeTexts('profile'),
  screen: async () => (await screens()).ProfileScreen,
})

export const notificationsRoute = createRoute({
  path: '/notifications',
  title: 'header.notifications',
  layout: shell,
  enter: () => completeTexts('profile', 'sending'),
  screen: async () => (await screens()).NotificationsScreen,
})

export const absenceRoute = createRoute({
  path: '/absence',
  title: 'header.absence',
  layout: shell,
  enter: () => completeTexts('profile'),
  screen: async () => (await screens()).AbsenceScreen,
})
