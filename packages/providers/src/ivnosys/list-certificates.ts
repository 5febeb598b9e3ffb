import type { RemoteCertificate } from '../connector.ts'
import { readFields, readList, readText, type Fields } from '../protocols/read-answer.ts'
import { chainOf, readCertificate } from '../protocols/read-certificate.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import { callKeyman } from './call-keyman.ts'
import { identityOf, tokenOf } from './prove-identity.ts'
import { IVNOSYS, type KeymanSettings } from './settings.ts'
import type { ConnectorState } from '../connector.ts'

/** Each takes two calls more. */
const MAX_CERTIFICATES = 50
const MAX_ISSUERS = 8

/** @throws ProviderError */
export async function listCertificates(settings: KeymanSettings, state: ConnectorState): Promise<RemoteCertificate[]> {
  const token = tokenOf(state)
  const { organisation: orgaid, user: userid } = identityOf(state)
  const { certlist } = await callKeyman(settings, { path: 'LIST_PATH', token, body: { orgaid, userid } })
  const entries = readList(certlist, MAX_CERTIFICATES)?.map(readFields)
  if (entries === undefined) throw unusableAnswer({ provider: IVNOSYS, status: 200 })
  const byRef = new Map(entries.map((entry) => [readText(entry['certid']), entry]))
  const found: RemoteCertificate[] = []
  for (const [ref, entry] of byRef) {
    const chain = ref === undefined ? [] : await readChain(settings, { token, certid: ref })
    if (ref !== undefined && chain.length > 0) found.push(describe(ref, entry, chain))
  }
  return found
}

/** DER of the certificate and its issuers; nothing for what cannot be read. */
async function readChain(
  settings: KeymanSettings,
  { token, certid }: { readonly token: string; readonly certid: string },
): Promise<readonly Uint8Array[]> {
  const body = { certid }
  const own = await callKeyman(settings, { path: 'CERTIFICATE_PATH', token, body })
  const certificate = readCertificate(own['data'])
  if (!certificate) return []
  const { data } = await callKeyman(settings, { path: 'CHAIN_PATH', token, body })
  const issuers = (readList(data, MAX_ISSUERS) ?? []).flatMap((one) => readCertificate(one) ?? [])
  return chainOf(certificate, issuers)
}

const TYPES = { PIN: 'PIN', REDIRECT: 'OTP', MOBILE: 'APP' } as const

function describe(ref: string, entry: Fields, chain: readonly Uint8Array[]): RemoteCertificate {
  const { authtype, haspin, enabled } = entry
  const kind = authtype === 'REDIRECT' || authtype === 'MOBILE' ? authtype : 'PIN'
  // What does not say that it needs no PIN needs one.
  const pinRequired = haspin !== false
  return {
    ref,
    alias: readText(entry['name']) ?? ref,
    chain,
    authenticationType: TYPES[kind],
    pinRequired,
    inputs: pinRequired ? ['pin'] : [],
    qualified: false,
    // A page and a phone show one document, and authorise its digest.
    maxDocuments: kind === 'PIN' ? null : 1,
    scal: kind === 'PIN' ? '1' : '2',
    enabled: enabled !== false,
  }
}
