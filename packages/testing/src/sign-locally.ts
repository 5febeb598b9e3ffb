import { sign, type KeyObject, createPrivateKey, X509Certificate } from 'node:crypto'
import { openP12 } from '@rubrica/pki'
import type { DemoName, Scene } from './open-scene.ts'

/** A key as it is in somebody's PC. */
export interface LocalKey {
  readonly privateKey: KeyObject
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
}

export interface LocalKeyWish {
  readonly keyType?: 'rsa' | 'ec'
  /** That of the demo person by default. */
  readonly legalId?: string
  /** As the sandbox knows them, such as `expired`. */
  readonly profile?: string
}

const PIN = 'local-key'

/** A key of a person's PC, with a certificate of the sandbox. */
export async function makeLocalKey(scene: Scene, name: DemoName, wish: LocalKeyWish = {}): Promise<LocalKey> {
  const { keyType = 'rsa', legalId = scene.people[name].legalId, profile } = wish
  const p12 = await scene.portal.sandbox.makePerson({
    ...{ commonName: `SANDBOX LOCAL ${name}`, keyType, legalId, pin: PIN },
    ...(profile !== undefined && { profile }),
  })
  const [key] = (await openP12(p12, PIN)).keys
  const privateKey = createPrivateKey({ key: Buffer.from(key!.privateKeyPkcs8), format: 'der', type: 'pkcs8' })
  return { privateKey, certificate: key!.certificate, chain: key!.chain }
}

export const serialOf = ({ certificate }: LocalKey): string => new X509Certificate(certificate).serialNumber

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

interface Posted {
  readonly issuers?: readonly Uint8Array[]
  readonly AcceptChanges?: boolean
  readonly AcceptedDisclaimer?: string
}

/** The three calls of a signature by an application on the person's PC, and what that application does. */
export function localCalls({ call }: Scene['people'][DemoName], signerGuid: string) {
  return {
    /** @param posted the certificate alone, as the application gives it */
    announce: ({ certificate }: LocalKey, { issuers = [], ...agreed }: Posted = {}) =>
      call.announceLocalCertificate({
        params: { signerGuid },
        body: {
          CertType: 'local',
          CertsData: [certificate, ...issuers].map(base64).join(';'),
          HashAlgorithm: 'SHA512',
          AccessMethod: 'USER_PASS',
          ...agreed,
        },
      }),
    /** The value over what the server has fixed. */
    value: async ({ privateKey }: LocalKey) => {
      const { PreSignatureContentDNIe } = await call.presignature({ query: { SignatureId: signerGuid } })
      return base64(sign('sha512', Buffer.from(PreSignatureContentDNIe, 'base64'), privateKey))
    },
    complete: (Signature: string, more: { attempt?: string; IpAddress?: string; Location?: string } = {}) => {
      const { attempt = crypto.randomUUID(), ...whereabouts } = more
      return call.completeLocalSignature({
        params: { signerGuid },
        body: { Signature, HashAlgorithm: 'SHA512', From: 'WEB', AccessMethod: 'USER_PASS', ...whereabouts },
        headers: { 'idempotency-key': attempt },
      })
    },
  }
}

/** Signs one document as the portal and the application do together. */
export async function signLocally(
  scene: Scene,
  { name, signerGuid, key }: { name: DemoName; signerGuid: string; key: LocalKey },
): Promise<void> {
  const local = localCalls(scene.people[name], signerGuid)
  await local.announce(key)
  await local.complete(await local.value(key))
}
