import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'

const load = () => import('./ivsign-screen.tsx')
const ofAccount = { title: 'header.certificates', enter: () => completeTexts('rest', 'elsewhere') } as const
const ofSigning = { title: 'titles.documents', enter: () => completeTexts('rest', 'elsewhere') } as const

/** Back from Ivnosys, where the person has proved themselves so that their account is authorised (spec §2). */
export const ivsignAuthRoute = createRoute({
  ...ofAccount,
  path: '/ivsign-auth',
  screen: async () => (await load()).AuthoriseReturnScreen,
})

/** Back from the log-in on the page of a provider of OAuth 2.0, which authorises an account there. */
export const accountReturnRoute = createRoute({
  ...ofAccount,
  path: '/account-return',
  screen: async () => (await load()).LinkReturnScreen,
})

/** Back from the log-in at Ivnosys that a signature needs first. */
export const ivsignLoginSignRoute = createRoute({
  ...ofSigning,
  path: '/ivsign-login-sign',
  screen: async () => (await load()).LoginReturnScreen,
})

/** Back from Ivnosys, where the signature was authorised. */
export const ivsignSignRoute = createRoute({
  ...ofSigning,
  path: '/ivsign-sign',
  screen: async () => (await load()).SignReturnScreen,
})

/** Back from Ivnosys in a tab of its own, where one of several documents was confirmed. */
export const confirmedRoute = createRoute({
  ...ofSigning,
  path: '/confirmed',
  screen: async () => (await load()).ConfirmedScreen,
})
