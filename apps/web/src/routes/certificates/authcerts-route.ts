import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'

/** Outside the shell: the only thing to do here is to answer the application that asks. */
export const authcertsRoute = createRoute({
  path: '/authcerts',
  title: 'titles.authcerts',
  enter: () => completeTexts('visits', 'elsewhere'),
  screen: async () => (await import('./authcerts-screen.tsx')).AuthcertsScreen,
})
