/** How the values of a run are made, wherever its key is: all at once with an open key, one by one at a provider. */
import { PortalError } from '@rubrica/domain'
import type { Inputs } from '@rubrica/providers/connector'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { openVaultKey, type OpenVaultKey } from '../key/open-vault-key.ts'
import type { SignatureSession } from '../key/ports.ts'
import { openRemoteSigner, type RemoteSigner } from '../key/remote-signer.ts'
import { isAuthorised, requireAuthorised } from '../key/require-signature-session.ts'
import type { PreparationStore, SignatureMaker } from '../ports.ts'
import { MovedOn } from './moved-on.ts'
import type { HeldRun, ItemToSign, ItemValue, PreparedOfRun, RunWork } from './ports.ts'

/** What the person typed, and what that has opened. It is never kept. */
export interface RunAuthority {
  readonly inputs: Inputs
  readonly signatureSession: SignatureSession | undefined
}

export type MakeValues = OpenVaultKey &
  RemoteSigner & {
    readonly maker: Pick<SignatureMaker, 'signerFor' | 'check'>
    readonly preparations: PreparationStore
    readonly work: RunWork
  }

/** So many values are made before others have their turn: each takes about a millisecond. */
const MADE_AT_A_TIME = 20

/**
 * Opens a key of the vault and makes the values of all these documents. The key is gone when this returns.
 * @throws {PortalError} those of openVaultKey; CERTIFICATE_UNUSABLE
 */
export async function makeVaultValues(
  needs: MakeValues,
  certificate: SigningCertificate,
  { items, authority }: { readonly items: readonly ItemToSign[]; readonly authority: RunAuthority },
): Promise<ItemValue[]> {
  // What was prepared after the code had been sent is asked for again.
  const covered = items.filter((item) => isAuthorised(authority.signatureSession, item))
  const key = await openVaultKey(needs, certificate, authority.inputs.pin ?? '')
  const values: ItemValue[] = []
  try {
    const sign = needs.maker.signerFor(key)
    for (const item of covered) {
      const value = sign(item)
      needs.maker.check(certificate.certificate, item, value)
      values.push({ id: item.id, value })
      if (values.length % MADE_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    key.fill(0)
  }
  return values
}

export interface RemoteValue {
  readonly run: HeldRun
  readonly item: PreparedOfRun
  readonly certificate: SigningCertificate
  readonly authority: RunAuthority
}

/**
 * Asks a provider for the value of one document, over the bytes that were prepared, and checks it.
 * @throws {MovedOn} when those are not there any more
 * @throws {PortalError} DIGEST_NOT_AUTHORISED, and every error of the provider
 */
export async function makeRemoteValue(
  needs: MakeValues,
  { run, item, certificate, authority }: RemoteValue,
): Promise<Uint8Array> {
  const kept = await needs.preparations.find(item.signerId, certificate.id, needs.now())
  if (!kept || Buffer.compare(kept.prepared.documentDigest, item.documentDigest) !== 0) throw new MovedOn()
  const { inputs, signatureSession } = authority
  requireAuthorised(signatureSession, kept.prepared)
  const signer = await openRemoteSigner(needs, certificate, {
    ...{ userId: run.userId, signerId: item.signerId, batchId: run.id },
    ...{ inputs, ...(signatureSession && { signatureSession }) },
  })
  try {
    const value = await signer.sign(kept.prepared, () => requireHeld(needs, run))
    needs.maker.check(certificate.certificate, kept.prepared, value)
    return value
  } catch (error) {
    throw signer.explain(error)
  } finally {
    signer.close()
  }
}

/** @throws {PortalError} SIGNING_CANCELLED when the run was stopped or taken over while others were waited for */
async function requireHeld({ work }: MakeValues, run: HeldRun): Promise<void> {
  if (await work.isHeld(run)) return
  throw new PortalError('SIGNING_CANCELLED', 'The signing run was stopped meanwhile')
}
