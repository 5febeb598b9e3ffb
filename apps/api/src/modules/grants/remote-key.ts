import { PortalError } from '@rubrica/domain'
import type {
  ConnectorState,
  Inputs,
  KeyReference,
  SignatureSessionOutcome,
  ToBeSigned,
} from '@rubrica/providers/connector'
import type { SigningCertificate } from '../certificates/ports.ts'
import { askProvider } from '../provider-errors.ts'
import type { SigningPeople, SigningProviders, SigningTexts } from '../signing/key/ports.ts'
import type { Grant, HashAlgorithm } from './ports.ts'

export interface RemoteKeys {
  readonly providers: SigningProviders
  readonly people: SigningPeople
  readonly texts: Pick<SigningTexts, 'description'>
}

const keyReference = ({ providerRef, certificate, maxDocuments, scal }: SigningCertificate): KeyReference => ({
  ref: providerRef ?? '',
  certificate,
  maxDocuments,
  scal,
})

/** What a provider gets to sign: of what another application has hashed, only the digest is known. */
const toItem = (digest: Uint8Array, digestAlgorithm: HashAlgorithm): ToBeSigned => ({
  attributes: new Uint8Array(),
  digest,
  digestAlgorithm,
})

async function openConnector({ providers }: RemoteKeys, userId: string, certificate: SigningCertificate) {
  const { connector, account } = await providers.open(userId, certificate.type)
  if (connector.signsDigests && connector.openSignatureSession) return { connector, account }
  throw new PortalError('CERTIFICATE_UNUSABLE', 'This certificate does not sign for other applications')
}

/**
 * Opens a signature session at the provider for the hashes that an application has named, all of them.
 * @throws {PortalError} CERTIFICATE_UNUSABLE, AUTHORISATION_REQUEST_INVALID, and what the provider says
 */
export async function openRemoteKey(
  needs: RemoteKeys,
  certificate: SigningCertificate,
  {
    hashes,
    hashAlgorithm,
    further,
    inputs,
  }: Pick<Grant, 'hashes' | 'hashAlgorithm' | 'further'> & {
    readonly inputs: Inputs
  },
): Promise<SignatureSessionOutcome> {
  if (further > 0) {
    throw new PortalError('AUTHORISATION_REQUEST_INVALID', 'With this certificate every hash is named at once')
  }
  const { userId } = certificate
  const { connector, account } = await openConnector(needs, userId, certificate)
  const person = await needs.people.contact(userId)
  return askProvider(() =>
    connector.openSignatureSession!(account, {
      key: keyReference(certificate),
      uses: hashes.length,
      items: hashes.map((hash) => toItem(hash, hashAlgorithm!)),
      inputs,
      description: needs.texts.description(person?.language ?? '', hashes.length),
    }),
  )
}

/** Asks whether the person has accepted on their phone. @throws {PortalError} what the provider says */
export async function continueRemoteKey(
  needs: RemoteKeys,
  certificate: SigningCertificate,
  waiting: Uint8Array,
): Promise<SignatureSessionOutcome> {
  const { connector, account } = await openConnector(needs, certificate.userId, certificate)
  const state = readState(waiting)
  if (!connector.continueSignatureSession) return { kind: 'waiting', state }
  return askProvider(() => connector.continueSignatureSession!(account, state))
}

export interface RemoteOrder {
  readonly hashes: readonly Uint8Array[]
  readonly algorithm: HashAlgorithm
  /** The connector's state, as it was kept. */
  readonly kept: Uint8Array
  /** Keeps it as it is after a signature. */
  readonly keep: (state: Uint8Array) => Promise<void>
}

/** Has the provider sign hashes, one after the other. @throws {PortalError} what the provider says */
export async function signRemotely(
  needs: RemoteKeys,
  certificate: SigningCertificate,
  { hashes, algorithm, kept, keep }: RemoteOrder,
): Promise<Uint8Array[]> {
  const { connector, account } = await openConnector(needs, certificate.userId, certificate)
  let state = readState(kept)
  const signatures: Uint8Array[] = []
  for (const hash of hashes) {
    const opened = {
      state,
      keep: async (next: ConnectorState) => {
        state = next
        await keep(writeState(next))
      },
    }
    const request = {
      key: keyReference(certificate),
      item: toItem(hash, algorithm),
      inputs: {},
      signatureSession: opened,
    }
    signatures.push(await askProvider(() => connector.sign(account, request)))
  }
  return signatures
}

const readState = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString()) as ConnectorState

/** The connector's state as bytes that can wait like a key. */
export const writeState = (state: ConnectorState): Uint8Array => Buffer.from(JSON.stringify(state))
