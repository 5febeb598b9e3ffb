import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const keysRoute = createRoute({
  path: '/keys',
  title: 'titles.keys',
  layout: shell,
  enter: () => completeTexts('sending'),
  screen: async () => (await import('./keys-screen.tsx')).KeysScreen,
})
