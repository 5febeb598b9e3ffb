import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute, Redirect } from '../../shared/router/routes.ts'
import { takeLinkSecret } from '../../shared/session/entry/entry-address.ts'
import type {} from '../frame/history-state.ts'

export const signLinkRoute = createRoute({
  path: '/sign/$link',
  title: 'titles.signingLink',
  /** The secret stays when the page is loaded anew before it was used. */
  enter: async ({ place }) => {
    const linkSecret = takeLinkSecret()
    if (linkSecret !== null) return new Redirect(place.pathname + place.search, { linkSecret })
    await completeTexts('rest', 'sending')
    return undefined
  },
  screen: async () => (await import('./sign-link-screen.tsx')).SignLinkScreen,
})
