import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const sendRoute = createRoute({
  path: '/send',
  title: 'titles.send',
  layout: shell,
  read: ({ from }) => ({ from }),
  screen: async () => (await import('./send-screen.tsx')).SendScreen,
})
