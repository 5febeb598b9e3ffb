import type { Account, RemoteCertificate } from '../../connector.ts'
import { readFields, readList, readText } from '../read-answer.ts'
import { unusableAnswer } from '../unusable-answer.ts'
import type { CscOptions } from './csc-client.ts'
import type { CscAccess } from './keep-access.ts'
import { readCredential, type CscCredential } from './read-credential.ts'

const MAX_CREDENTIALS = 200
const PAGE = 100
/** Credentials that are asked about at once. */
const AT_ONCE = 4

export interface AccountAtService {
  readonly options: CscOptions
  readonly access: Pick<CscAccess, 'call'>
  readonly account: Account
}

/** Every credential that can be authorised with what our dialogs ask for. */
export async function listCertificates(at: AccountAtService): Promise<readonly RemoteCertificate[]> {
  const refs = await listRefs(at)
  const found: CscCredential[] = []
  for (let start = 0; start < refs.length; start += AT_ONCE) {
    const some = await Promise.all(refs.slice(start, start + AT_ONCE).map(async (ref) => askCredential(at, ref)))
    found.push(...some.filter((one) => one !== 'foreign'))
  }
  return found.map(({ certificate }) => certificate)
}

/** `credentials/info` of one credential. */
export async function askCredential(at: AccountAtService, ref: string): Promise<CscCredential | 'foreign'> {
  const { options, access, account } = at
  const body = { credentialID: ref, certificates: 'chain', certInfo: false, authInfo: true }
  const { fields, status } = await access.call(account, { operation: 'info', body })
  const credential = readCredential(options.dialect, ref, fields)
  if (credential === undefined) throw unusableAnswer({ provider: options.provider, status })
  return credential
}

/** Version 1 lists in pages; version 2 in one. */
async function listRefs({ options, access, account }: AccountAtService): Promise<readonly string[]> {
  const refs = new Set<string>()
  let page: string | undefined
  do {
    const body = options.dialect === 'csc1' ? { maxResults: PAGE, ...(page !== undefined && { pageToken: page }) } : {}
    const { fields, status } = await access.call(account, { operation: 'list', body })
    const ids = readList(fields['credentialIDs'], MAX_CREDENTIALS)?.map((id) => readText(id))
    const before = refs.size
    for (const id of ids ?? [undefined]) {
      if (id === undefined) throw unusableAnswer({ provider: options.provider, status })
      refs.add(id)
    }
    page = readText(readFields(fields)['nextPageToken'], 4096)
    const isEndless = page !== undefined && refs.size === before
    if (isEndless || refs.size > MAX_CREDENTIALS) throw unusableAnswer({ provider: options.provider, status })
  } while (page !== undefined)
  return [...refs]
}
