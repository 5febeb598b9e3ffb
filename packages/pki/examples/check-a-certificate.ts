/** Fetches the revocation data of a certificate and validates it. */
import { createGuardedFetcher, gatherEvidence, validateCertificate, type GuardedFetcher } from '@rubrica/pki'

interface Question {
  /** DER, as all of these. */
  readonly certificate: Uint8Array
  /** Certificates that may be its issuers. */
  readonly pool: readonly Uint8Array[]
  readonly anchors: readonly Uint8Array[]
}

/** 'good', or the fault of the path. Revocation data comes from the addresses that the certificates name. */
export async function checkCertificate(
  { certificate, pool, anchors }: Question,
  fetcher: GuardedFetcher = createGuardedFetcher(),
): Promise<string> {
  const time = new Date()
  const evidence = await gatherEvidence({ certificates: [certificate], pool, anchors, fetcher, at: time })
  const { fault } = validateCertificate({ certificate, anchors, evidence, time, purpose: 'document-signing' })
  return fault ?? 'good'
}
