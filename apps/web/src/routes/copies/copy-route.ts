import { createRoute } from '../../shared/router/routes.ts'

export const copyRoute = createRoute({
  path: '/copies/$copyGuid',
  title: 'titles.copy',
  screen: async () => (await import('./copy-screen.tsx')).CopyScreen,
})
