import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { completeTexts } from '../shared/i18n/language.ts'
import type {} from './history-state.ts'
import { rootRoute } from './root-route.tsx'

export const recoveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/recovery',
  staticData: { title: 'titles.recovery' },
  /** The token of the mail leaves the address, which others may see or keep, but stays when the page is loaded anew. */
  beforeLoad: ({ location }) => {
    const parameters = new URLSearchParams(location.searchStr)
    const recoveryToken = parameters.get('t')
    if (recoveryToken === null) return completeTexts()
    parameters.delete('t')
    const rest = parameters.size ? `?${parameters.toString()}` : ''
    return redirect({ to: `/recovery${rest}`, state: { recoveryToken }, replace: true, throw: true })
  },
  component: lazyRouteComponent(() => import('./recovery-screen.tsx'), 'RecoveryScreen'),
})
