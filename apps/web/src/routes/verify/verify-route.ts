import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'

const enter = () => completeTexts('rest', 'visits')
const load = () => import('./verify-screens.tsx')

/** A file of anybody, verified without a log-in. */
export const verifyRoute = createRoute({
  path: '/verify',
  title: 'titles.verify',
  enter,
  screen: async () => (await load()).VerifyScreen,
})

/** Where the code on a printed document leads. */
export const codeRoute = createRoute({
  path: '/v/$code',
  title: 'titles.verify',
  enter,
  screen: async () => (await load()).CodeScreen,
})
