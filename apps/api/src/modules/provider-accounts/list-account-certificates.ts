import { MAX_ALIAS, PortalError } from '@rubrica/domain'
import type { Account, Connector, RemoteCertificate } from '@rubrica/providers/connector'
import type { Log } from '../../ports/log.ts'
import type { CertificateFacts, CertificateFiles } from '../certificates/ports.ts'
import { askProvider } from '../provider-errors.ts'
import type { ListedCertificate } from './ports.ts'

export interface ListAccountCertificates {
  readonly files: Pick<CertificateFiles, 'describe'>
  readonly log: Log
  readonly now: () => Date
}

/** More certificates than this of one account are not taken over. */
const MAX_CERTIFICATES = 200
const MAX_REF = 1024
/** Reasons that pass with time, which is looked at when it matters. */
const PASSING: readonly string[] = ['EXPIRED', 'NOT_YET_VALID']

/**
 * Asks the provider for the certificates of an account. One that cannot be read is left out and logged.
 * @throws {PortalError} the provider's trouble; PROVIDER_FAILED when none of what it lists can be read
 */
export async function listAccountCertificates(
  needs: ListAccountCertificates,
  provider: { readonly label: string; readonly connector: Connector },
  account: Account,
): Promise<ListedCertificate[]> {
  const listed = await askProvider(() => provider.connector.listCertificates(account))
  const byRef = new Map<string, ListedCertificate>()
  for (const remote of listed.slice(0, MAX_CERTIFICATES)) {
    const row = describe(needs, remote)
    if (row && !byRef.has(row.ref)) byRef.set(row.ref, row)
    if (!row) needs.log.warn({ provider: provider.label }, 'A certificate of a provider cannot be read.')
  }
  if (byRef.size === 0 && listed.length > 0) {
    throw new PortalError('PROVIDER_FAILED', `The certificates that ${provider.label} lists cannot be read`)
  }
  return [...byRef.values()]
}

function describe(needs: ListAccountCertificates, remote: RemoteCertificate): ListedCertificate | undefined {
  const [certificate, ...chain] = remote.chain
  if (!certificate || remote.ref === '' || remote.ref.length > MAX_REF) return undefined
  const facts = factsOf(needs, certificate, chain)
  if (!facts) return undefined
  return {
    ref: remote.ref,
    alias: nameOf(remote, facts),
    dn: facts.dn,
    serialNumber: facts.serialNumber,
    notBefore: facts.notBefore,
    notAfter: facts.notAfter,
    keyAlgorithm: facts.keyAlgorithm,
    authenticationType: remote.authenticationType,
    pinRequired: remote.pinRequired,
    inputs: remote.inputs,
    maxDocuments: remote.maxDocuments,
    qualified: remote.qualified,
    scal: remote.scal,
    suspended: !remote.enabled || facts.unusable.some((reason) => !PASSING.includes(reason)),
    certificate,
    chain,
  }
}

function factsOf(
  { files, now }: ListAccountCertificates,
  certificate: Uint8Array,
  chain: readonly Uint8Array[],
): CertificateFacts | undefined {
  try {
    return files.describe(certificate, chain, now())
  } catch {
    return undefined
  }
}

/** A provider's name may hold what no database and no screen takes. */
function nameOf({ alias, ref }: RemoteCertificate, { commonName }: CertificateFacts): string {
  const clean = (text: string) =>
    text
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_ALIAS)
      // Half of a character: the database would keep all halves as the same.
      .replaceAll(/\p{Cs}/gu, '')
  return clean(alias) || clean(commonName) || clean(ref)
}
