import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const templatesRoute = createRoute({
  path: '/templates',
  title: 'titles.templates',
  layout: shell,
  enter: () => completeTexts('sending'),
  read: ({ from, archived }) => ({ from, isArchived: archived === 'true' }),
  screen: async () => (await import('./sender-screens.ts')).templatesScreen(),
})
