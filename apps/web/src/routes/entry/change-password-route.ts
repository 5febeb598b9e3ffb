import { createRoute } from '../../shared/router/routes.ts'

export const changePasswordRoute = createRoute({
  path: '/changePassword',
  title: 'titles.changePassword',
  screen: async () => (await import('./change-password-screen.tsx')).ChangePasswordScreen,
})
