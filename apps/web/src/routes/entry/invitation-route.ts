import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute, Redirect } from '../../shared/router/routes.ts'
import type {} from '../frame/history-state.ts'

export const invitationRoute = createRoute({
  path: '/invitation',
  title: 'titles.invitation',
  /** The secret of the mail leaves the address, which others may see or keep, but stays when the page is loaded anew. */
  enter: async ({ place }) => {
    const parameters = new URLSearchParams(place.search)
    const invitation = parameters.get('t')
    if (invitation === null) {
      await completeTexts('rest', 'sending')
      return undefined
    }
    parameters.delete('t')
    return new Redirect(`/invitation${parameters.size ? `?${parameters.toString()}` : ''}`, { invitation })
  },
  screen: async () => (await import('./invitation-screen.tsx')).InvitationScreen,
})
