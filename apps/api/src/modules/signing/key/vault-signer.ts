import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../../certificates/ports.ts'
import type { DocumentSigner, SignerOrder } from './document-signer.ts'
import type { KeptKeys } from './kept-keys.ts'
import { openVaultKey, pinLocked, type OpenVaultKey } from './open-vault-key.ts'
import type { Batch, BatchStore, SignatureMaker } from '../ports.ts'

export interface VaultSigner extends OpenVaultKey {
  readonly maker: SignatureMaker
  readonly batches: BatchStore
  readonly keptKeys: KeptKeys
}

/**
 * Signs with a key of the server's own vault.
 * @throws {PortalError} CODE_REQUIRED, WRONG_PIN (with TriesLeft), PIN_LOCKED
 */
export async function openVaultSigner(
  needs: VaultSigner,
  certificate: SigningCertificate,
  order: SignerOrder,
): Promise<DocumentSigner> {
  if (certificate.authenticationType === 'SMS' && order.signatureSession === undefined) {
    throw new PortalError('CODE_REQUIRED', 'This certificate signs in a session that a code opens')
  }
  const key = await keyFor(needs, certificate, order)
  return {
    mode: order.signatureSession === undefined ? 'at-hand' : 'authorised',
    sign: (prepared) => Promise.resolve(needs.maker.signerFor(key)(prepared)),
    explain: (error) => error,
    close: () => void key.fill(0),
  }
}

async function keyFor(needs: VaultSigner, certificate: SigningCertificate, order: SignerOrder): Promise<Uint8Array> {
  const pin = order.inputs.pin ?? ''
  const batch = await findBatch(needs, certificate, order)
  if (!batch) return openVaultKey(needs, certificate, pin)
  const wrapped = certificate.wrappedKey!
  const borrowed = needs.keptKeys.borrow(batch.id, pin, wrapped)
  if (borrowed && certificate.locked) {
    needs.keptKeys.forget(batch.id)
    throw pinLocked()
  }
  if (borrowed) return borrowed
  const key = await openVaultKey(needs, certificate, pin)
  needs.keptKeys.keep(batch, { pin, key, wrapped })
  return key
}

/** Without a batch, or with one that is over, the PIN is derived for this document alone. */
async function findBatch(
  { keptKeys, batches, now }: VaultSigner,
  certificate: SigningCertificate,
  { userId, signerId, batchId }: SignerOrder,
): Promise<Batch | undefined> {
  if (batchId === undefined) return undefined
  const batch = keptKeys.findBatch(userId, batchId, now()) ?? (await batches.find(userId, batchId, now()))
  return batch?.certificateId === certificate.id && batch.signerIds.includes(signerId) ? batch : undefined
}
