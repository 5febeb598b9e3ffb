import { createRoute } from '../../shared/router/routes.ts'
import { ofSenders } from '../frame/of-senders.ts'

export const keysRoute = createRoute({
  path: '/keys',
  title: 'titles.keys',
  ...ofSenders,
  screen: async () => (await import('./keys-screen.tsx')).KeysScreen,
})
