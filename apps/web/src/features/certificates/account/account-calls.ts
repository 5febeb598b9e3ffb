import { ApiError } from '@rubrica/contract'
import type { LinkField, LinkManifest, ProviderManifest } from '@rubrica/providers/manifests'
import { queryOptions } from '@tanstack/react-query'
import { sessionIdentity } from '../../../shared/session/session-store.ts'
import { api } from '../../../shared/api/api.ts'
import { queryKeys } from '../../../shared/api/query-keys.ts'

/** The manifest of a provider where people have accounts. */
export type LinkableManifest = ProviderManifest & { readonly link: LinkManifest }

export type LinkFields = Readonly<Partial<Record<LinkField['name'], string>>>

/** Types that the calls of accounts know by another name (spec §7). */
const NAMES_IN_CALLS: Readonly<Record<string, string>> = { Ivnosys: 'ivsign' }

/** Each throws ApiError or NetworkError. */
export function accountCalls({ certType, link }: LinkableManifest) {
  const name = NAMES_IN_CALLS[certType] ?? certType.toLowerCase()
  const params = (step: '' | 'middle' | 'end' = '') => ({
    id: sessionIdentity()?.sub ?? '',
    account: `${name}auth${step}`,
  })
  return {
    status: (signal: AbortSignal) =>
      link.isRemoteSignature ? api.remoteSignatureStatus({ signal }) : api.accountStatus({ params: params(), signal }),
    authorise: (fields: LinkFields) => {
      if (!link.isRemoteSignature) return api.authoriseAccount({ params: params(), body: fields })
      const { Username, Password, Otp } = fields
      return api.authoriseRemoteSignature({ body: { Username, Password, Otp } })
    },
    choose: (Authenticator: string) => api.authoriseAccount({ params: params('middle'), body: { Authenticator } }),
    answer: (Challenge: string) => api.authoriseAccount({ params: params('end'), body: { Challenge } }),
    remove: () => (link.isRemoteSignature ? api.removeRemoteSignature({}) : api.removeAccount({ params: params() })),
    synchronise: () => api.synchroniseAccount({ params: params() }),
  }
}

/** What is known of an account; null when its status call says nothing (409, spec §7), or there is none. */
export type AccountState = {
  readonly isAuthorised: boolean
  readonly account?: string | undefined
  /** The person logs in on the provider's page, and types nothing here. */
  readonly logsInThere?: boolean | undefined
} | null

async function fetchStatus(manifest: LinkableManifest, signal: AbortSignal): Promise<AccountState> {
  try {
    const { IsAuthorized, Account, LogsInThere } = await accountCalls(manifest).status(signal)
    return { isAuthorised: IsAuthorized, account: Account, logsInThere: LogsInThere }
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return null
    throw error
  }
}

export const accountQuery = (manifest: LinkableManifest) =>
  queryOptions({
    queryKey: queryKeys.account(manifest.certType),
    queryFn: ({ signal }) => fetchStatus(manifest, signal),
    enabled: manifest.link.hasStatus,
  })
