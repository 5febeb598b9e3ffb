/**
 * The short-lived process in which a token is spoken to.
 *
 * A PKCS#11 module is native code of a stranger: it may crash, hang, and block the thread that calls it. Here it can
 * do that to one question. It gets one over its channel, gives one answer and ends.
 */
import { PkiError } from '../pki-error.ts'
import { openPkcs11 } from './open-pkcs11.ts'
import { runCipher } from './run-cipher.ts'
import type { TokenAnswer, TokenOrder, TokenQuestion } from './token-messages.ts'

async function answer({ token: options, order, cipher }: TokenQuestion): Promise<TokenAnswer> {
  try {
    if (cipher) return { value: runCipher(options, cipher) }
    using token = openPkcs11(options)
    if (order) return { signature: await signWith(token.keys, order) }
    return { keys: token.keys.map(({ label, id, certificate, chain }) => ({ label, id, certificate, chain })) }
  } catch (error) {
    if (error instanceof PkiError) return { error: { code: error.code, facts: error.facts } }
    return { error: { code: 'PKCS11_FAILED', facts: { what: 'worker' } } }
  }
}

function signWith(keys: ReturnType<typeof openPkcs11>['keys'], { key, prepared }: TokenOrder): Promise<Uint8Array> {
  const found = keys.find(({ label, id }) => label === key.label && id === key.id)
  if (found === undefined) throw new PkiError('PKCS11_FAILED', { what: 'key' })
  return found.sign(prepared)
}

process.once('message', (question: TokenQuestion) => {
  void answer(question).then((told) => process.send?.(told, () => process.disconnect()))
})
