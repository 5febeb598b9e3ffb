import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'

/** A file of anybody, verified without a log-in. */
export const verifyRoute = createRoute({
  path: '/verify',
  title: 'titles.verify',
  enter: async () => {
    await completeTexts('rest', 'verifying')
    return undefined
  },
  screen: async () => (await import('./verify-screen.tsx')).VerifyScreen,
})

/** Where the code on a printed document leads. */
export const codeRoute = createRoute({
  path: '/v/$code',
  title: 'titles.verify',
  enter: async () => {
    await completeTexts('rest', 'verifying')
    return undefined
  },
  screen: async () => (await import('./code-screen.tsx')).CodeScreen,
})
