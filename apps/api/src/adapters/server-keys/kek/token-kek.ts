/**
 * A secret key (AES) of a smart card or HSM. Each question is asked by a process of its own, as for a seal. Wrong PINs
 * lock a token, so a PIN that was refused is not tried again by this process.
 */
import { cipherInToken, PkiError } from '@rubrica/pki'
import type { KekConfig, TokenKekConfig } from '../../../config/read-kek.ts'
import { kekError, type Kek } from './kek.ts'

export function openTokenKek({ name, module, token, key, pin }: TokenKekConfig & Pick<KekConfig, 'name'>): Kek {
  let refused: Error | undefined
  const ask = async (way: 'close' | 'open', value: Uint8Array, binding: string): Promise<Uint8Array> => {
    if (refused) throw refused
    const options = { module, pin: pin.reveal(), ...(token !== undefined && { token }) }
    return cipherInToken(options, { key, way, value, binding: Buffer.from(binding) }).catch((error: unknown) => {
      const told = kekError(name, explain(error))
      if (error instanceof PkiError && PIN_REFUSED.has(error.code)) refused = told
      throw told
    })
  }
  return {
    name,
    seal: (value, binding) => ask('close', value, binding),
    open: (value, binding) => ask('open', value, binding),
  }
}

const PIN_REFUSED = new Set<string>(['PKCS11_WRONG_PIN', 'PKCS11_PIN_LOCKED'])

const WORDS: Readonly<Record<string, string>> = {
  PKCS11_WRONG_PIN: 'is not opened by the PIN in SERVER_KEY_KEK_SECRET, which is not tried again',
  PKCS11_PIN_LOCKED: 'is in a token whose PIN is locked',
  PKCS11_TOKEN_NOT_FOUND: 'is in a token that is not there',
  PKCS11_UNAVAILABLE: 'cannot be reached: its module, or the package pkcs11js, cannot be loaded',
}

function explain(error: unknown): string {
  if (!(error instanceof PkiError)) return 'cannot be asked'
  if (error.facts['what'] === 'key') return 'is not in its token, or is there twice'
  if (error.facts['what'] === 'time') return 'is in a token that does not answer'
  return WORDS[error.code] ?? 'does not close or open the server keys: its token refuses'
}
