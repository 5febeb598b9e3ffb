import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute, Redirect } from '../../shared/router/routes.ts'
import type {} from '../frame/history-state.ts'

export const recoveryRoute = createRoute({
  path: '/recovery',
  title: 'titles.recovery',
  /** The token of the mail leaves the address, which others may see or keep, but stays when the page is loaded anew. */
  enter: ({ place }) => {
    const parameters = new URLSearchParams(place.search)
    const recoveryToken = parameters.get('t')
    if (recoveryToken === null) return completeTexts()
    parameters.delete('t')
    return new Redirect(`/recovery${parameters.size ? `?${parameters.toString()}` : ''}`, { recoveryToken })
  },
  screen: async () => (await import('./recovery-screen.tsx')).RecoveryScreen,
})
