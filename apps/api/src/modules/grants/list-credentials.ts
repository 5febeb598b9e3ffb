import { findHolder, type HolderRule } from '../holder.ts'
import type { Certificate, CertificateStore, SigningCertificate } from '../certificates/ports.ts'
import type { DigestSigner, KeyFacts } from './ports.ts'
import { isMade } from './made-keys.ts'
import { SIGNING_TYPES } from './read-wish.ts'
import { invalidParameter } from './sign-hashes.ts'

export interface ListCredentials extends HolderRule {
  readonly certificates: CertificateStore
  /** Whether the operator lets the person sign with certificates of this type. */
  readonly mayUse: (userId: string, type: string) => Promise<boolean>
  readonly digests: DigestSigner
  readonly now: () => Date
}

/** A certificate as applications learn of it. */
export interface Credential {
  readonly certificate: SigningCertificate
  readonly key: KeyFacts
  /** Whose it is keeps it from signing. */
  readonly isForeign: boolean
}

/** Certificates of a person with which an application may have them sign, oldest name first. */
export async function listCredentials(needs: ListCredentials, userId: string): Promise<Certificate[]> {
  const found: Certificate[] = []
  for (const type of SIGNING_TYPES) {
    if (!(await needs.mayUse(userId, type))) continue
    found.push(...(await needs.certificates.list(userId)).filter((one) => one.type === type))
  }
  return found.sort((one, other) => one.id.localeCompare(other.id))
}

/** @throws {PortalError} AUTHORISATION_REQUEST_INVALID */
export async function showCredential(needs: ListCredentials, userId: string, id: string): Promise<Credential> {
  const isGuid = /^[0-9a-f-]{36}$/i.test(id)
  const certificate = isGuid ? await needs.certificates.find(userId, id.toLowerCase()) : undefined
  const isTheirs = certificate && (SIGNING_TYPES.includes(certificate.type) || isMade(certificate))
  if (!isTheirs || !(await needs.mayUse(userId, certificate.type))) throw invalidParameter('credentialID')
  const isForeign = !findHolder(needs, certificate).maySign
  return { certificate, key: needs.digests.describe(certificate.certificate), isForeign }
}
