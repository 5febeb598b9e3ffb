import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const contactsRoute = createRoute({
  path: '/contacts',
  title: 'titles.contacts',
  layout: shell,
  enter: () => completeTexts('sending'),
  read: ({ from }) => ({ from }),
  screen: async () => (await import('../templates/sender-screens.ts')).contactsScreen(),
})
