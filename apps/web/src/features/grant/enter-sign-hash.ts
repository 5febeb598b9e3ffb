import { FALLBACK_LANGUAGE, languageOf } from '@rubrica/domain'
import { queryClient } from '../../shared/api/query-client.ts'
import { completeTexts, showLanguage } from '../../shared/i18n/language.ts'
import { isForApplication } from '../../shared/session/entry/application-request.ts'
import { sessionToken } from '../../shared/session/session-store.ts'
import { checkedRequestQuery, takeUpRequest, type CheckedRequest } from './checked-request.ts'
import { requestOfAddress } from './request-of-address.ts'

/**
 * What /signhash/cms shows: the log-in for a request, the log-in alone, or why there is none; or it leads elsewhere.
 */
export type Entrance =
  | { readonly at: 'asked'; readonly request: CheckedRequest }
  | { readonly at: 'login' }
  | { readonly at: 'refused'; readonly error: unknown }
  | { readonly at: 'elsewhere'; readonly to: '/signhash/cms' | '/authcerts' | '/documents' }

/** The language of a request is spoken from here on; English without one (spec §4). */
async function speakTo(language: string | undefined): Promise<void> {
  await Promise.all([
    completeTexts('rest', 'visits', 'elsewhere'),
    showLanguage(languageOf(language) ?? FALLBACK_LANGUAGE),
  ])
}

/**
 * Nothing of a request is shown before the server has allowed it.
 * @param search what stands in the address behind its question mark
 */
export async function enterSignHash(search: string): Promise<Entrance> {
  try {
    const asked = requestOfAddress(search)
    if (asked !== null) {
      await speakTo(asked.lang)
      await takeUpRequest(asked, search)
      return { at: 'elsewhere', to: '/signhash/cms' }
    }
    if (sessionToken() !== null) return { at: 'elsewhere', to: isForApplication() ? '/authcerts' : '/documents' }
    if (!isForApplication()) return { at: 'login' }
    await completeTexts('rest', 'visits', 'elsewhere')
    return { at: 'asked', request: await queryClient.ensureQueryData(checkedRequestQuery) }
  } catch (error) {
    await completeTexts('rest', 'visits', 'elsewhere')
    return { at: 'refused', error }
  }
}
