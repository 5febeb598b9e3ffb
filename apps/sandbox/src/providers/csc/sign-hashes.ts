import type { Fault } from '../../inject-faults.ts'
import type { ProviderKey } from '../open-provider-keys.ts'
import type { HashName } from '../sign-digest.ts'
import { invalidParameter, invalidRequest } from './csc-error.ts'
import type { CscVersion } from './csc-version.ts'
import { describeName } from './describe-credential.ts'
import { readCredential, type Csc, type CscAnswer, type CscCall } from './open-csc.ts'
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.ts'
import { checkLengths, readHashes, readHashName, readText, type Body } from './read-body.ts'

/**
 * `signatures/signHash` of v1.0.4 11.9 and v2 11.10: raw digests in, PKCS#1 v1.5 or DER-encoded ECDSA signatures out,
 * in the same order. Either all are signed or none is.
 */
export async function signHashes(csc: Csc, call: CscCall, version: CscVersion): Promise<CscAnswer> {
  const { body, fault } = call
  const credential = readCredential(call)
  const sad = readText(body, 'SAD')
  const hashes = readHashes(body, version)
  const hash = readSigningHash(body, credential.keyPlan.keyType, version)
  checkLengths(hashes, hash)
  if (!credential.enabled) throw invalidRequest('The credential identified by credentialID is disabled')
  const key = await csc.openKey(credential)
  if (key.notAfter.getTime() < csc.desk.clock.now()) {
    throw invalidRequest(version.expiredCertificate(describeName(key, 'subject')))
  }
  if (fault?.kind === 'expired-session') throw invalidRequest('SAD expired')
  csc.authorisations.spend(sad, { version, credentialId: credential.id, hashes })
  if (fault?.kind === 'one-call') csc.authorisations.drop(sad)
  const signed = hashes.map((digest) => csc.desk.keys.sign({ key, digest, hash, fault }).toString('base64'))
  return { status: 200, body: { signatures: miscount(signed, fault) } }
}

/** The digest algorithm of the signature. Throws CscError when the key cannot sign so, or the two OIDs differ. */
function readSigningHash(body: Body, keyType: ProviderKey['keyType'], version: CscVersion): HashName {
  const implied = SIGNATURE_ALGORITHMS[keyType][readText(body, 'signAlgo')]
  if (implied === undefined) throw invalidParameter('signAlgo')
  if (implied === 'named') return readHashName(body, version)
  if (body[version.hashAlgorithm] !== undefined && readHashName(body, version) !== implied) {
    throw invalidParameter(version.hashAlgorithm)
  }
  return implied
}

function miscount(signatures: readonly string[], fault: Fault | undefined): readonly string[] {
  if (fault?.kind === 'fewer') return signatures.slice(0, -1)
  if (fault?.kind === 'twice') return [...signatures, ...signatures]
  return signatures
}
