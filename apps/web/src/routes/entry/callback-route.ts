import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'

const common = { title: 'titles.login', enter: () => completeTexts() } as const
const load = () => import('./callback-screen.tsx')

export const authRoute = createRoute({ ...common, path: '/auth', screen: async () => (await load()).AuthScreen })
export const ssiRoute = createRoute({ ...common, path: '/ssi', screen: async () => (await load()).WalletScreen })
export const samlRoute = createRoute({ ...common, path: '/saml', screen: async () => (await load()).SamlScreen })
