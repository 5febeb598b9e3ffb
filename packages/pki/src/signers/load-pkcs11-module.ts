/**
 * Loads PKCS#11 modules through pkcs11js, an optional package that has to be compiled when it is installed.
 *
 * Nothing is loaded before the first token is opened. A module is initialised once in a process and ended with its last
 * user; what it rejects becomes a PkiError that never holds a PIN.
 */
import { createRequire } from 'node:module'
import { PkiError, type PkiErrorCode } from '../pki-error.ts'
import type * as pkcs11js from 'pkcs11js'

const require = createRequire(import.meta.url)
const CKF_OS_LOCKING_OK = 2

export type Pkcs11Library = typeof pkcs11js

export interface LoadedModule {
  readonly library: Pkcs11Library
  readonly api: pkcs11js.PKCS11
  /** Call once when it is no longer needed. */
  readonly release: () => void
}

interface Entry {
  readonly api: pkcs11js.PKCS11
  /** False when other code of this process has initialised the module, and will end it. */
  readonly isOurs: boolean
  users: number
}

const loaded = new Map<string, Entry>()

/** @throws PkiError PKCS11_UNAVAILABLE, where `what` names pkcs11js or the module as the cause */
export function loadPkcs11Module(path: string): LoadedModule {
  const library = loadLibrary()
  const entry = loaded.get(path) ?? startModule(library, path)
  loaded.set(path, entry)
  entry.users++
  return { library, api: entry.api, release: () => release(path, entry) }
}

function loadLibrary(): Pkcs11Library {
  try {
    return require('pkcs11js') as Pkcs11Library
  } catch (error) {
    throw new PkiError('PKCS11_UNAVAILABLE', { what: 'pkcs11js', detail: firstLine(error) })
  }
}

function startModule(library: Pkcs11Library, path: string): Entry {
  const api = new library.PKCS11()
  try {
    api.load(path)
  } catch (error) {
    throw new PkiError('PKCS11_UNAVAILABLE', { what: 'module', path, detail: firstLine(error) })
  }
  try {
    api.C_Initialize({ flags: CKF_OS_LOCKING_OK })
    return { api, isOurs: true, users: 0 }
  } catch (error) {
    if (firstLine(error).includes('CKR_CRYPTOKI_ALREADY_INITIALIZED')) return { api, isOurs: false, users: 0 }
    api.close()
    throw error
  }
}

function release(path: string, entry: Entry): void {
  if (--entry.users > 0) return
  loaded.delete(path)
  if (entry.isOurs) entry.api.C_Finalize()
  entry.api.close()
}

const CODES: Readonly<Record<string, PkiErrorCode>> = {
  CKR_PIN_INCORRECT: 'PKCS11_WRONG_PIN',
  CKR_PIN_INVALID: 'PKCS11_WRONG_PIN',
  CKR_PIN_LEN_RANGE: 'PKCS11_WRONG_PIN',
  CKR_PIN_LOCKED: 'PKCS11_PIN_LOCKED',
}

/** What a call to a module threw, as an error of this package. */
export function asPkcs11Error(error: unknown): PkiError {
  if (error instanceof PkiError) return error
  const detail = firstLine(error)
  return new PkiError(CODES[/CKR_\w+/.exec(detail)?.[0] ?? ''] ?? 'PKCS11_FAILED', { detail })
}

const firstLine = (error: unknown): string => (error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '')
