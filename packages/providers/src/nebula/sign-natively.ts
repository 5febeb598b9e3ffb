import { ProviderError, type SignRequest } from '../connector.ts'
import { acceptSignature } from '../protocols/accept-signature.ts'
import { encodeDigestInfo } from '../protocols/encode-digest-info.ts'
import { readBytes, readText } from '../protocols/read-answer.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import { callNebula } from './call-nebula.ts'
import { NEBULA, type NebulaSettings } from './settings.ts'

const MAX_SIGNATURE_BYTES = 2048
const MAX_HANDLE = 1024

/** Numbers of mechanisms in PKCS#11, in decimal: CKM_RSA_PKCS, and CKM_SHA256_RSA_PKCS with its sisters. */
const PADS = '1'
const HASHES = { 'SHA-256': '64', 'SHA-384': '65', 'SHA-512': '66' } as const

/** A signature session of its own for each document: begin with the PIN, sign, end. */
export async function signNatively(
  settings: NebulaSettings,
  token: string,
  { key, item, inputs }: SignRequest,
): Promise<Uint8Array> {
  const order = settings.mechanism === 'RSA_PKCS' ? encodeDigestInfo(item) : item.attributes
  const mechanism = settings.mechanism === 'RSA_PKCS' ? PADS : HASHES[item.digestAlgorithm]
  const begun = await callNebula(settings, {
    path: 'SIGN_INIT_PATH',
    token,
    body: { signingId: key.ref, ...(inputs.pin !== undefined && { pin: inputs.pin }) },
  })
  const [session, objId] = [readText(begun['session'], MAX_HANDLE), readText(begun['objId'], MAX_HANDLE)]
  if (session === undefined || objId === undefined) throw unusableAnswer({ provider: NEBULA, status: 200 })
  const { signedData } = await callNebula(settings, {
    path: 'SIGN_HASH_PATH',
    token,
    hasEffect: true,
    body: { session, objId, mechanism, signdata: Buffer.from(order).toString('base64') },
  })
  await closeSignatureSession(settings, token, session)
  const signature = readBytes(signedData, MAX_SIGNATURE_BYTES)
  if (signature === undefined) throw unusableAnswer({ provider: NEBULA, status: 200, hasEffect: true })
  return acceptSignature({ signature, item, certificate: key.certificate, provider: NEBULA })
}

/** The signature is there already: a session that does not end by this ends by itself. */
async function closeSignatureSession(settings: NebulaSettings, token: string, session: string): Promise<void> {
  try {
    await callNebula(settings, { path: 'SIGN_CLOSE_PATH', token, body: { session } })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}
