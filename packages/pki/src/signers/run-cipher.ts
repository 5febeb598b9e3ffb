/**
 * Encrypts and decrypts with a secret key that stays in a token: AES-GCM with a nonce of 96 bits that is drawn here and a
 * tag of 128 (PKCS#11 v2.40 mechanisms, 2.12.2; NIST SP 800-38D). The result is nonce, ciphertext and tag.
 */
import { randomBytes } from 'node:crypto'
import type { Handle } from 'pkcs11js'
import { PkiError } from '../pki-error.ts'
import { loadPkcs11Module, type LoadedModule } from './load-pkcs11-module.ts'
import { attempt, chooseToken, findObjects, namesOf, type OpenToken, type Pkcs11Options } from './open-pkcs11.ts'
import type { CipherOrder } from './token-messages.ts'

const NONCE = 12
const TAG = 16

/** @throws PkiError PKCS11_FAILED with `what: 'key'` when there is not exactly one such key, and those of openPkcs11 */
export function runCipher(options: Pkcs11Options, order: CipherOrder): Uint8Array {
  const module = attempt(() => loadPkcs11Module(options.module))
  try {
    return attempt(() => withSession(module, options, (open) => run(open, order)))
  } finally {
    module.release()
  }
}

function withSession<T>(
  { library, api }: LoadedModule,
  { token, pin }: Pkcs11Options,
  work: (open: OpenToken) => T,
): T {
  const { slot } = chooseToken(library, api, token)
  const session = api.C_OpenSession(slot, library.CKF_SERIAL_SESSION)
  try {
    api.C_Login(session, library.CKU_USER, pin)
    return work({ library, api, slot, session, pin })
  } finally {
    // Logs out, too.
    api.C_CloseSession(session)
  }
}

function run(open: OpenToken, { key: name, way, value, binding }: CipherOrder): Uint8Array {
  const { api, session } = open
  const key = findKey(open, name)
  const bytes = Buffer.from(value)
  if (way === 'close') {
    const nonce = randomBytes(NONCE)
    api.C_EncryptInit(session, mechanismOf(open, nonce, binding), key)
    return Buffer.concat([nonce, api.C_Encrypt(session, bytes, Buffer.alloc(bytes.length + TAG))])
  }
  if (bytes.length < NONCE + TAG) throw new PkiError('PKCS11_FAILED', { what: 'value' })
  api.C_DecryptInit(session, mechanismOf(open, bytes.subarray(0, NONCE), binding), key)
  return new Uint8Array(api.C_Decrypt(session, bytes.subarray(NONCE), Buffer.alloc(bytes.length)))
}

function findKey(open: OpenToken, name: string): Handle {
  const keys = findObjects(open, open.library.CKO_SECRET_KEY)
  const fitting = keys.filter((key) => Object.values(namesOf(open, key)).includes(name))
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only
  throw new PkiError('PKCS11_FAILED', { what: 'key' })
}

const mechanismOf = ({ library }: OpenToken, nonce: Buffer, binding: Uint8Array) => ({
  mechanism: library.CKM_AES_GCM,
  parameter: {
    ...{ type: library.CK_PARAMS_AES_GCM_v240, iv: nonce, ivBits: NONCE * 8 },
    ...{ aad: Buffer.from(binding), tagBits: TAG * 8 },
  },
})
