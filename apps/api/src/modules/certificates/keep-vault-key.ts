import { randomUUID } from 'node:crypto'
import { PortalError, type CertificateType } from '@rubrica/domain'
import { requireOwn, type HolderRule } from '../holder.ts'
import type {
  Certificate,
  CertificateFacts,
  CertificateFiles,
  CertificateStore,
  CertifiedPerson,
  KeyInFile,
  KeyVault,
} from './ports.ts'

export interface KeepVaultKey extends HolderRule {
  readonly certificates: Pick<CertificateStore, 'insert'>
  readonly files: CertificateFiles
  readonly vault: KeyVault
  /** Whether keys of this type can be used with a code besides the PIN. */
  readonly takesCodes: (type: CertificateType) => boolean
  /** Where codes of this person go; null for nowhere. */
  readonly phoneOf: (userId: string) => Promise<string | null>
  readonly personOf: (userId: string) => Promise<CertifiedPerson>
  readonly now: () => Date
}

/** How a key of the vault is to be kept, whether it is uploaded or made here. */
export interface VaultKeyWish {
  readonly userId: string
  readonly type: CertificateType
  readonly alias: string
  readonly pin: string
  /** Each signature also needs a code, sent to the person's phone. */
  readonly dynamicPin: boolean
}

/**
 * Keeps a key under its PIN and the server's key. The caller overwrites its own copy.
 * @throws {PortalError} CERTIFICATE_UNUSABLE, CERTIFICATE_FOREIGN, HOLDER_UNKNOWN, CERTIFICATE_TYPE_NOT_ALLOWED,
 *   PHONE_MISSING, ALIAS_TAKEN
 */
export async function keepVaultKey(needs: KeepVaultKey, wish: VaultKeyWish, found: KeyInFile): Promise<Certificate> {
  const facts = needs.files.describe(found.certificate, found.chain, needs.now())
  requireUsable(facts)
  const { certificate } = found
  const { legalId } = await needs.personOf(wish.userId)
  requireOwn(needs, { certificate, legalId, dn: facts.dn })
  if (wish.dynamicPin) await requireCodes(needs, wish)
  const id = randomUUID()
  const description = {
    id,
    userId: wish.userId,
    type: wish.type,
    alias: wish.alias,
    dn: facts.dn,
    authenticationType: wish.dynamicPin ? ('SMS' as const) : ('PIN' as const),
    pinRequired: true,
    notAfter: facts.notAfter,
  }
  const inserted = await needs.certificates.insert({
    ...description,
    ...(await needs.vault.protect(found.key, wish.pin, { userId: wish.userId, certificateId: id })),
    serialNumber: facts.serialNumber,
    notBefore: facts.notBefore,
    keyAlgorithm: facts.keyAlgorithm,
    certificate,
    chain: found.chain,
    createdAt: needs.now(),
  })
  if (!inserted) throw new PortalError('ALIAS_TAKEN', 'There is already a certificate with this name')
  const unlimited = { locked: false, inputs: null, maxDocuments: null, qualified: false, suspended: false }
  return { ...description, ...unlimited, certificate, legalId }
}

function requireUsable(facts: CertificateFacts): void {
  if (facts.unusable.length === 0) return
  throw new PortalError('CERTIFICATE_UNUSABLE', 'This certificate cannot sign documents', {
    facts: { Reasons: facts.unusable, Subject: facts.commonName, NotAfter: facts.notAfter.toISOString() },
  })
}

/** @throws {PortalError} CERTIFICATE_TYPE_NOT_ALLOWED, PHONE_MISSING */
export async function requireCodes(
  needs: Pick<KeepVaultKey, 'takesCodes' | 'phoneOf'>,
  { type, userId }: VaultKeyWish,
): Promise<void> {
  if (!needs.takesCodes(type)) {
    throw new PortalError('CERTIFICATE_TYPE_NOT_ALLOWED', 'Keys of this type sign without a code')
  }
  if ((await needs.phoneOf(userId)) !== null) return
  throw new PortalError('PHONE_MISSING', 'There is no phone to send codes to; an operator can register it')
}
