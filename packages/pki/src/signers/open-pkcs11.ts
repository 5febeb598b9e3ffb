/**
 * Keys in a smart card or HSM, through its PKCS#11 module (PKCS#11 v2.40).
 *
 * The module is native code that runs inside this process, so it is the operator's choice and never a user's. The key
 * stays in the token; certificates and raw signatures come out, which are checked like those of any other signer
 * when the signature is resumed.
 *
 * Each signature has its own PKCS#11 session, so that one that fails leaves nothing behind.
 */
import { PkiError } from '../pki-error.ts'
import type { Handle, PKCS11 } from 'pkcs11js'
import { orderChain } from '../certificates/build-certificate-path.ts'
import { chooseMechanism, type PreparedToSign } from './choose-mechanism.ts'
import { asPkcs11Error, type LoadedModule, loadPkcs11Module, type Pkcs11Library } from './load-pkcs11-module.ts'

export interface Pkcs11Options {
  /** Path of the token's PKCS#11 module (.so, .dll or .dylib). */
  readonly module: string
  /** Label or serial number; may be left out when there is one token. */
  readonly token?: string
  /** Left out for a reader on whose own keys the PIN is typed. */
  readonly pin?: string
}

export interface Pkcs11Key {
  readonly label: string
  /** CKA_ID in lower-case hex. */
  readonly id: string
  /** DER; null when the token holds only the key. */
  readonly certificate: Uint8Array | null
  /** DER of the issuers that the token holds, nearest first. */
  readonly chain: readonly Uint8Array[]
  /**
   * The raw signature over a prepared signature's attributes: PKCS#1 or PSS octets for RSA, r‖s for ECDSA.
   * @throws PkiError PKCS11_FAILED, PKCS11_WRONG_PIN, PKCS11_PIN_LOCKED
   */
  readonly sign: (prepared: PreparedToSign) => Promise<Uint8Array>
}

export interface Pkcs11Token extends Disposable {
  readonly label: string
  readonly serialNumber: string
  readonly keys: readonly Pkcs11Key[]
  /** Logs out and lets go of the module. */
  readonly close: () => void
}

/** Longer than any signature: 4096 bits of RSA take 512 octets. */
const LONGEST_SIGNATURE = 2048

/**
 * Logs in to a token and lists its signing keys.
 * @throws PkiError PKCS11_UNAVAILABLE, PKCS11_TOKEN_NOT_FOUND (with the tokens there are), PKCS11_WRONG_PIN,
 *   PKCS11_PIN_LOCKED, PKCS11_FAILED
 */
export function openPkcs11(options: Pkcs11Options): Pkcs11Token {
  const module = attempt(() => loadPkcs11Module(options.module))
  try {
    return attempt(() => openToken(module, options))
  } catch (error) {
    module.release()
    throw error
  }
}

/** Runs what asks a module; what it throws becomes an error of this package. */
export function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw asPkcs11Error(error)
  }
}

export interface OpenToken {
  readonly library: Pkcs11Library
  readonly api: PKCS11
  readonly slot: Handle
  readonly session: Handle
  readonly pin: string | undefined
}

function openToken({ library, api, release }: LoadedModule, { token, pin }: Pkcs11Options): Pkcs11Token {
  const { slot, label, serialNumber } = chooseToken(library, api, token)
  const session = api.C_OpenSession(slot, library.CKF_SERIAL_SESSION)
  // Closing it logs out, too, when it is the last one with the token.
  const open: OpenToken = { library, api, slot, session, pin }
  try {
    api.C_Login(session, library.CKU_USER, pin)
    const keys = readKeys(open)
    let isOpen = true
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      attempt(() => api.C_CloseSession(session))
      release()
    }
    return { label, serialNumber, keys, close, [Symbol.dispose]: close }
  } catch (error) {
    api.C_CloseSession(session)
    throw error
  }
}

export function chooseToken(library: Pkcs11Library, api: PKCS11, wanted: string | undefined) {
  const tokens = api.C_GetSlotList(true).flatMap((slot) => {
    const { label, serialNumber, flags } = api.C_GetTokenInfo(slot)
    if ((flags & library.CKF_TOKEN_INITIALIZED) === 0) return []
    return [{ slot, label: trim(label), serialNumber: trim(serialNumber) }]
  })
  const fitting = tokens.filter(
    ({ label, serialNumber }) => wanted === undefined || [label, serialNumber].includes(wanted),
  )
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only
  const known = tokens.map(({ label, serialNumber }) => ({ label, serialNumber }))
  throw new PkiError('PKCS11_TOKEN_NOT_FOUND', { wanted, tokens: known })
}

/** Tokens fill their texts up with blanks. */
const trim = (text: string): string => text.replace(/[\s\0]+$/, '')

interface Certificate {
  readonly id: string
  readonly label: string
  readonly der: Uint8Array
}

function readKeys(open: OpenToken): Pkcs11Key[] {
  const { library } = open
  const certificates = findObjects(open, library.CKO_CERTIFICATE).map((object): Certificate => {
    const read = readerOf(open, object)
    return { ...namesOf(open, object), der: new Uint8Array(read(library.CKA_VALUE)) }
  })
  const pool = certificates.map(({ der }) => der)
  return findObjects(open, library.CKO_PRIVATE_KEY).map((object) => {
    const { id, label } = namesOf(open, object)
    const own =
      certificates.find((one) => id !== '' && one.id === id) ?? certificates.find((one) => one.label === label)
    const certificate = own?.der ?? null
    const chain = certificate === null ? [] : orderChain(certificate, pool)
    return { label, id, certificate, chain, sign: (prepared) => signInside(open, object, prepared) }
  })
}

export function findObjects({ library, api, session }: OpenToken, kind: number): Handle[] {
  api.C_FindObjectsInit(session, [{ type: library.CKA_CLASS, value: kind }])
  const found: Handle[] = []
  for (let object = api.C_FindObjects(session); object !== null; object = api.C_FindObjects(session)) found.push(object)
  api.C_FindObjectsFinal(session)
  return found
}

/** Reads one attribute at a time; what the token does not have is empty. */
function readerOf({ api, session }: OpenToken, object: Handle): (type: number) => Buffer {
  return (type) => {
    try {
      const value = api.C_GetAttributeValue(session, object, [{ type }])[0]?.value
      return Buffer.isBuffer(value) ? value : Buffer.alloc(0)
    } catch {
      return Buffer.alloc(0)
    }
  }
}

export function namesOf(open: OpenToken, object: Handle): { id: string; label: string } {
  const read = readerOf(open, object)
  const { CKA_ID, CKA_LABEL } = open.library
  return { id: read(CKA_ID).toString('hex'), label: trim(read(CKA_LABEL).toString('utf8')) }
}

async function signInside(open: OpenToken, key: Handle, prepared: PreparedToSign): Promise<Uint8Array> {
  const { library, api, slot, pin } = open
  try {
    const supported = new Set(api.C_GetMechanismList(slot))
    const { mechanism, pss, data } = chooseMechanism(prepared, supported)
    const session = api.C_OpenSession(slot, library.CKF_SERIAL_SESSION)
    try {
      const parameter = pss === null ? undefined : { type: library.CK_PARAMS_RSA_PSS, ...pss }
      api.C_SignInit(session, { mechanism, parameter }, key)
      // Keys for qualified signatures want the PIN again for each one.
      const again = readerOf(open, key)(library.CKA_ALWAYS_AUTHENTICATE)[0] === 1
      if (again) api.C_Login(session, library.CKU_CONTEXT_SPECIFIC, pin)
      return new Uint8Array(await api.C_SignAsync(session, Buffer.from(data), Buffer.alloc(LONGEST_SIGNATURE)))
    } finally {
      api.C_CloseSession(session)
    }
  } catch (error) {
    throw asPkcs11Error(error)
  }
}
