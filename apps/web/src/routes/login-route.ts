import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { forgetRequest } from '../shared/session/authorisation-request.ts'
import { userTokenEntry } from '../shared/session/entry-address.ts'
import { sessionToken } from '../shared/session/session-store.ts'
import { rootRoute } from './root-route.tsx'

const component = lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen')
const staticData = { title: 'titles.login' } as const

/** Who is logged in already goes on to the documents, unless the address brings somebody; all others are here for themselves. */
function skipWhenLoggedIn(): void {
  if (sessionToken() !== null && userTokenEntry() === null) redirect({ to: '/documents', throw: true })
  forgetRequest()
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component,
  staticData,
  beforeLoad: skipWhenLoggedIn,
})

/** The same forms in another layout. */
export const newLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-login',
  component: lazyRouteComponent(() => import('./new-login-screen.tsx'), 'NewLoginScreen'),
  staticData,
  beforeLoad: skipWhenLoggedIn,
})

/** The log-in with the SAML form open. */
export const loginAdRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login-ad',
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'SamlLoginScreen'),
  staticData,
  beforeLoad: skipWhenLoggedIn,
})
