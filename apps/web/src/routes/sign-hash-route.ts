import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { rootRoute } from './root-route.tsx'

const PATH = '/signhash/cms'

/**
 * How the page was opened: read before the router writes the address anew, which it does not always do with the same
 * words.
 */
let search = location.pathname === PATH ? location.search : ''

/** An account token is a secret, and goes from the address bar at once. */
function hideToken(): void {
  const parameters = new URLSearchParams(search)
  for (const name of ['token', 'account_token']) parameters.delete(name)
  if (search !== '' && parameters.size < new URLSearchParams(search).size) {
    history.replaceState(history.state, '', `${PATH}?${parameters.toString()}`)
  }
}

hideToken()

/** Where an application sends people who are to sign for it (spec §2); without a request, the log-in. */
export const signHashRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATH,
  staticData: { title: 'titles.login' },
  component: lazyRouteComponent(() => import('./sign-hash-screen.tsx'), 'SignHashScreen'),
  beforeLoad: async () => {
    const { enterSignHash } = await import('../features/authorisation-page/enter-sign-hash.ts')
    const entrance = await enterSignHash(search)
    if (entrance.at === 'elsewhere') {
      search = ''
      redirect({ to: entrance.to, replace: true, throw: true })
    }
    return { entrance }
  },
})
