import { createRoute, Redirect } from '../../shared/router/routes.ts'

const PATH = '/signhash/cms'

/** How the page was opened: read before secrets are taken out of the address. */
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
  path: PATH,
  title: 'titles.login',
  enter: async () => {
    const { enterSignHash } = await import('../../features/grant/enter-sign-hash.ts')
    const entrance = await enterSignHash(search)
    if (entrance.at !== 'elsewhere') return entrance
    search = ''
    return new Redirect({ to: entrance.to })
  },
  screen: async () => (await import('./sign-hash-screen.tsx')).SignHashScreen,
})
