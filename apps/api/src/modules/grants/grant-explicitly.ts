import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Access } from './find-access.ts'
import { makeSecret } from './give-code.ts'
import { openVaultKeyFor, type OpenVaultKey } from './open-vault-key-for.ts'
import type { GrantStore, HashAlgorithm } from './ports.ts'
import { invalidParameter, requireGrant } from './sign-hashes.ts'

export interface ExplicitGrant extends OpenVaultKey {
  readonly store: GrantStore
}

export interface ExplicitOrder {
  readonly credentialId: string
  readonly hashes: readonly Uint8Array[]
  readonly hashAlgorithm: HashAlgorithm
  /** Signatures in all; further hashes are named later. */
  readonly signatures: number
  readonly inputs: { readonly pin?: string; readonly code?: string }
  readonly description?: string
}

export interface ActivationData {
  readonly sad: string
  readonly expiresInSeconds: number
}

const LIFE_SECONDS = 300

/**
 * Signature activation data for what the person typed into the application itself.
 * @throws {PortalError} those of opening a key; HOLDER_UNCONFIRMED, since the application shows nobody the name
 */
export async function grantExplicitly(
  needs: ExplicitGrant,
  { grant: { clientId, userId } }: Access,
  order: ExplicitOrder,
): Promise<ActivationData> {
  const certificate = await needs.chooseCertificate(userId, order.credentialId)
  if (certificate.wrappedKey === null) {
    throw new PortalError('AUTHORISATION_REQUEST_INVALID', 'This credential is authorised on the authorisation page')
  }
  needs.requireHolder(certificate, undefined)
  const key = await openVaultKeyFor(needs, certificate, { userId, inputs: order.inputs })
  const [id, sad, createdAt] = [randomUUID(), makeSecret(), needs.now()]
  const expiresAt = new Date(createdAt.getTime() + LIFE_SECONDS * 1000)
  try {
    await needs.store.insert({
      id,
      kind: 'credential',
      clientId,
      redirectUri: null,
      redirectNamed: false,
      state: null,
      certificateTypes: [certificate.type],
      wantedCertificateId: certificate.id,
      hashes: order.hashes,
      hashAlgorithm: order.hashAlgorithm,
      further: order.signatures - order.hashes.length,
      description: order.description ?? null,
      challenge: null,
      createdAt,
      expiresAt,
    })
    const granted = { phase: 'granted', expiresAt, userId, certificateId: certificate.id, secret: sad, key } as const
    await needs.store.advance({ id, phase: 'asked' }, granted)
  } finally {
    key.fill(0)
  }
  return { sad, expiresInSeconds: LIFE_SECONDS }
}

export interface ExtensionOrder {
  readonly sad: string
  readonly credentialId: string
  readonly hashes: readonly Uint8Array[]
  readonly hashAlgorithm: HashAlgorithm | undefined
}

/**
 * Names the hashes of further signatures that were authorised. The activation data is exchanged for another.
 * @throws {PortalError} AUTHORISATION_EXPIRED, AUTHORISATION_REQUEST_INVALID
 */
export async function extendGrant(
  needs: ExplicitGrant,
  access: Access,
  order: ExtensionOrder,
): Promise<ActivationData> {
  const found = await requireGrant(needs, access, order)
  const isMore = order.hashes.length > found.further
  if (isMore) throw new PortalError('AUTHORISATION_REQUEST_INVALID', 'Numbers of signatures is too high')
  const algorithm = order.hashAlgorithm ?? found.hashAlgorithm
  if (algorithm !== found.hashAlgorithm) throw invalidParameter('hashAlgorithmOID')
  const sad = makeSecret()
  const key = await needs.store.openKey(found, order.sad)
  const isExtended = await needs.store
    .advance(
      { id: found.id, phase: 'granted', secret: order.sad, hashes: found.hashes },
      {
        phase: 'granted',
        expiresAt: found.expiresAt,
        secret: sad,
        key,
        hashes: [...found.hashes, ...order.hashes],
        further: found.further - order.hashes.length,
      },
    )
    .finally(() => key.fill(0))
  if (!isExtended)
    throw new PortalError('AUTHORISATION_EXPIRED', 'SAD expired', { facts: { Error: 'invalid_request' } })
  const seconds = Math.floor((found.expiresAt.getTime() - needs.now().getTime()) / 1000)
  return { sad, expiresInSeconds: Math.max(seconds, 1) }
}
