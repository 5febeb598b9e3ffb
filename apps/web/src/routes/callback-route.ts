import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { completeTexts } from '../shared/i18n/language.ts'
import { rootRoute } from './root-route.tsx'

const screen = () => import('./callback-screen.tsx')
const common = {
  getParentRoute: () => rootRoute,
  staticData: { title: 'titles.login' },
  beforeLoad: () => completeTexts(),
} as const

export const authRoute = createRoute({ ...common, path: '/auth', component: lazyRouteComponent(screen, 'AuthScreen') })
export const ssiRoute = createRoute({ ...common, path: '/ssi', component: lazyRouteComponent(screen, 'WalletScreen') })
export const samlRoute = createRoute({ ...common, path: '/saml', component: lazyRouteComponent(screen, 'SamlScreen') })
