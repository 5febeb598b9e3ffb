/**
 * Keys in a smart card or HSM for a program that must not stand still or end with it: each question is asked by a
 * process of its own, which loads the module, logs in, and is gone when the answer is there. So a token that was away
 * is found again, and nothing is kept of a session that broke.
 *
 * Each question is one log-in: whoever has been told that a PIN is wrong must not ask again with it, since tokens lock.
 *
 * PKCS#11 v2.40.
 */
import { askChild } from '../ask-child.ts'
import { PkiError } from '../pki-error.ts'
import { forkEntry } from '../start-entry.ts'
import type { Pkcs11Options } from './open-pkcs11.ts'
import type { CipherOrder, TokenAnswer, TokenKey, TokenOrder, TokenQuestion } from './token-messages.ts'

export interface TokenLimits {
  /** Milliseconds that a question may take; default 30 000. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 30_000

/**
 * The signing keys of a token.
 * @throws PkiError those of openPkcs11; PKCS11_FAILED also when the module takes too long, or its process along
 */
export async function listTokenKeys(token: Pkcs11Options, limits?: TokenLimits): Promise<readonly TokenKey[]> {
  const answer = await askToken({ token }, limits)
  return 'keys' in answer ? answer.keys : []
}

/**
 * The raw signature over a prepared signature's attributes: PKCS#1 or PSS octets for RSA, r‖s for ECDSA. It is not
 * verified here.
 * @throws PkiError as listTokenKeys
 */
export async function signInToken(token: Pkcs11Options, order: TokenOrder, limits?: TokenLimits): Promise<Uint8Array> {
  const { signatureScheme, digestAlgorithm, signedAttributes, certificate } = order.prepared
  const prepared = { signatureScheme, digestAlgorithm, signedAttributes, certificate }
  const answer = await askToken({ token, order: { key: order.key, prepared } }, limits)
  return 'signature' in answer ? answer.signature : new Uint8Array()
}

/**
 * Closes a value with a secret key of a token (AES-GCM), or opens what was closed so.
 * @throws PkiError as listTokenKeys; PKCS11_FAILED also for a value that was changed, or bound to something else
 */
export async function cipherInToken(
  token: Pkcs11Options,
  order: CipherOrder,
  limits?: TokenLimits,
): Promise<Uint8Array> {
  const answer = await askToken({ token, cipher: order }, limits)
  return 'value' in answer ? answer.value : new Uint8Array()
}

async function askToken(
  question: TokenQuestion,
  { timeoutMs = TIMEOUT_MS }: TokenLimits = {},
): Promise<Exclude<TokenAnswer, { error: unknown }>> {
  // Modules find their settings in the environment.
  const child = forkEntry(import.meta.url, './token-worker.ts', {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const answer = await askChild<TokenAnswer>(child, question, {
    timeoutMs,
    explain: ({ isLate, code, signal }) =>
      new PkiError('PKCS11_FAILED', isLate ? { what: 'time', timeoutMs } : { what: 'process', code, signal }),
  })
  if ('error' in answer) throw new PkiError(answer.error.code, answer.error.facts)
  return answer
}
