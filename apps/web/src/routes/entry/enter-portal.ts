import { hasNoLegalId } from '@rubrica/domain'
import { completeTexts } from '../../shared/i18n/language.ts'
import type { Place } from '../../shared/router/place.ts'
import { Redirect } from '../../shared/router/routes.ts'
import { isForApplication } from '../../shared/session/entry/application-request.ts'
import { isProtectedPath } from '../../shared/session/entry/protected-paths.ts'
import { keptLink } from '../../shared/session/signing-link.ts'
import { isForOneDocument, sessionIdentity, sessionToken } from '../../shared/session/session-store.ts'
import type {} from '../frame/history-state.ts'

/** What somebody who came to answer an application may see; a new password comes before the answer. */
const OF_AUTHORISATION = ['/authcerts', '/changePassword']

/**
 * Nobody sees a protected route without a token, whether it was clicked or typed in; who came to answer an application
 * sees the page that answers it alone (spec §2).
 */
export async function enterPortal({ pathname, search }: Place): Promise<Redirect | undefined> {
  if (!isProtectedPath(pathname)) return undefined
  const link = keptLink()
  // Back from the page of a provider, which knows no other address.
  if (link && isForOneDocument())
    return new Redirect({ to: '/sign/$link', params: { link: link.id } }, resumeOf(search))
  if (sessionToken() === null || isForOneDocument()) return new Redirect({ to: '/' }, { wanted: pathname + search })
  if (isForApplication() && !OF_AUTHORISATION.includes(pathname)) return new Redirect({ to: '/authcerts' })
  // Who has no legal id signs as guests do, in the same words.
  await completeTexts('rest', ...(hasNoLegalId(sessionIdentity()?.legalid ?? '') ? (['sending'] as const) : []))
  return undefined
}

function resumeOf(search: string) {
  const resume = new URLSearchParams(search).get('transactionid')
  return resume === null ? {} : { resume }
}
