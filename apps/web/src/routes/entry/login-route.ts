import { createRoute, Redirect } from '../../shared/router/routes.ts'
import { forgetRequest } from '../../shared/session/entry/application-request.ts'
import { userTokenEntry } from '../../shared/session/entry/entry-address.ts'
import { keptLink } from '../../shared/session/signing-link.ts'
import { isForOneDocument, sessionToken } from '../../shared/session/session-store.ts'

/**
 * Who is logged in already goes on to the documents, unless the address brings somebody; all others are here for
 * themselves.
 */
function skipWhenLoggedIn(): Redirect | undefined {
  // A guest is here for one document, and has no list of them.
  const isIn = sessionToken() !== null && (keptLink() !== null || !isForOneDocument())
  if (isIn && userTokenEntry() === null) return new Redirect({ to: '/documents' })
  forgetRequest()
  return undefined
}

const common = { title: 'titles.login', enter: skipWhenLoggedIn } as const

export const loginRoute = createRoute({
  ...common,
  path: '/',
  screen: async () => (await import('./login-screen.tsx')).LoginScreen,
})

/** The same forms in another layout. */
export const newLoginRoute = createRoute({
  ...common,
  path: '/new-login',
  screen: async () => (await import('./new-login-screen.tsx')).NewLoginScreen,
})

/** The log-in with the SAML form open. */
export const loginAdRoute = createRoute({
  ...common,
  path: '/login-ad',
  screen: async () => (await import('./login-screen.tsx')).SamlLoginScreen,
})
