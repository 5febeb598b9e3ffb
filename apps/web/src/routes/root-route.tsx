import { createRootRoute, redirect } from '@tanstack/react-router'
import { completeTexts } from '../shared/i18n/language.ts'
import { isForAuthorisation } from '../shared/session/authorisation-request.ts'
import { isProtectedPath } from '../shared/session/protected-paths.ts'
import { sessionToken } from '../shared/session/session-store.ts'
import { CrashScreen } from './crash-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RootLayout } from './root-layout.tsx'

/** The texts of the catalogue that may name a screen in the browser's title. */
export type TitleKey =
  | 'titles.login'
  | 'titles.documents'
  | 'titles.document'
  | 'titles.approvals'
  | 'titles.approval'
  | 'titles.certificates'
  | 'titles.profile'
  | 'titles.changePassword'
  | 'titles.recovery'
  | 'titles.authcerts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: TitleKey
  }
}

/** What somebody who came to answer an application may see; a new password comes before the answer. */
const OF_AUTHORISATION = ['/authcerts', '/changePassword']

export const rootRoute = createRootRoute({
  /**
   * Nobody sees a protected route without a token, whether it was clicked or typed in; who came to answer an application
   * sees the page that answers it alone (spec §2).
   */
  beforeLoad: ({ location }) => {
    if (!isProtectedPath(location.pathname)) return undefined
    if (sessionToken() === null) return redirect({ to: '/', state: { wanted: location.href }, throw: true })
    if (isForAuthorisation() && !OF_AUTHORISATION.includes(location.pathname)) {
      return redirect({ to: '/authcerts', replace: true, throw: true })
    }
    return completeTexts()
  },
  component: RootLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: CrashScreen,
})
