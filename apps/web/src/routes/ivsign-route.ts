import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { completeTexts } from '../shared/i18n/language.ts'
import { rootRoute } from './root-route.tsx'

const screen = () => import('./ivsign-screen.tsx')
const common = {
  getParentRoute: () => rootRoute,
  beforeLoad: () => completeTexts(),
} as const
const ofSigning = { ...common, staticData: { title: 'titles.documents' } } as const

/** Back from Ivnosys, where the person has proved themselves so that their account is authorised (spec §2). */
export const ivsignAuthRoute = createRoute({
  ...common,
  staticData: { title: 'titles.certificates' },
  path: '/ivsign-auth',
  component: lazyRouteComponent(screen, 'AuthoriseReturnScreen'),
})

/** Back from the log-in on the page of a provider of OAuth 2.0, which authorises an account there. */
export const accountReturnRoute = createRoute({
  ...common,
  staticData: { title: 'titles.certificates' },
  path: '/account-return',
  component: lazyRouteComponent(screen, 'LinkReturnScreen'),
})

/** Back from the log-in at Ivnosys that a signature needs first. */
export const ivsignLoginSignRoute = createRoute({
  ...ofSigning,
  path: '/ivsign-login-sign',
  component: lazyRouteComponent(screen, 'LoginReturnScreen'),
})

/** Back from Ivnosys, where the signature was authorised. */
export const ivsignSignRoute = createRoute({
  ...ofSigning,
  path: '/ivsign-sign',
  component: lazyRouteComponent(screen, 'SignReturnScreen'),
})
