import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { sessionToken } from '../shared/session/session-store.ts'
import { rootRoute } from './root-route.tsx'

const component = lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen')
const staticData = { title: 'titles.login' } as const

/** Who is logged in already goes on to the documents. */
function skipWhenLoggedIn(): void {
  if (sessionToken() !== null) redirect({ to: '/documents', throw: true })
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component,
  staticData,
  beforeLoad: skipWhenLoggedIn,
})

export const signHashLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signhash/cms',
  component,
  staticData,
  beforeLoad: skipWhenLoggedIn,
})
