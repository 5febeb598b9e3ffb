import { createClient, portalContract, type ApiError, type ClientSettings, type Endpoint } from '@rubrica/contract'
import { readSession, sessionToken } from '../session/session-store.ts'
import { announceSessionExpired } from '../session/session-expiry.ts'
import { fetchUnlessAsked } from './asked-ahead.ts'
import { basesNow } from './environment.ts'
import { portalConfig } from './portal-config.ts'
import { reportRefusal } from './refusals.ts'

/** With which the session says in whose name calls are made. */
const GUID_LENGTH = 36
const LISTS: readonly Endpoint[] = [portalContract.pendingDocuments, portalContract.pendingApprovals]

/** Base64 of UTF-8 text; `btoa` alone takes Latin-1 only. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/**
 * How this page speaks with the server. Calls reject with `ApiError` (an answer with an error status) or `NetworkError`
 * (no answer). A 401 outside the login also raises the session-expired notice.
 */
export const clientSettings: ClientSettings = {
  bases: () => basesNow(portalConfig()),
  fetch: fetchUnlessAsked,
  authorization: (entry) => {
    if (entry.auth === 'none') return undefined
    if (entry.auth === 'basic') return `Basic ${base64(`${portalConfig().clientId}:`)}`
    const token = sessionToken()
    return token === null ? undefined : `Bearer ${token}`
  },
  actingFor: () => readSession('office')?.slice(0, GUID_LENGTH),
  // The call is made once more where the person shows their second factor.
  recover: async ({ code }) => code === 'FACTOR_NEEDED' && (await import('../factor/step-up.tsx')).askForFactor(),
  onError: (error: ApiError, entry) => {
    // What was under way when the person logged out is refused as well, and is nobody's business any more.
    const isExpiry = error.status === 401 && entry.auth === 'bearer' && sessionToken() !== null
    if (isExpiry) announceSessionExpired({ onList: LISTS.includes(entry) })
    reportRefusal(error)
  },
}

/** The calls of signers and approvers, typed: `api.pendingDocuments({ query: { PageNumber: '2' } })`. */
export const api = createClient(portalContract, clientSettings)
