/** Tokens of SoftHSM for tests: `apt-get install softhsm2`, and the optional package pkcs11js. */
import { spawnSync } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Handle } from 'pkcs11js'
import { readCertificate } from '../src/certificates/read-certificate.ts'
import { loadPkcs11Module, type LoadedModule } from '../src/signers/load-pkcs11-module.ts'

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
]

function hasLibrary(): boolean {
  try {
    createRequire(import.meta.url)('pkcs11js')
    return true
  } catch {
    return false
  }
}

/** Path of its module; undefined where it, or what speaks to it, is not installed. */
export const softHsmModule = hasLibrary() ? MODULES.find(existsSync) : undefined

export interface SoftHsmPlan {
  readonly label: string
  readonly pin: string
  /** By their labels; the ids are a0, a1 and so on. */
  readonly keys: Readonly<Record<string, KeyObject>>
  /** DER, by their labels: those of a key under its id. */
  readonly certificates: Readonly<Record<string, Uint8Array>>
  /** Octets of AES keys, by their labels. */
  readonly secretKeys?: Readonly<Record<string, Uint8Array>>
}

const FIRST_ID = 0xa0
/** Of certificates that belong to no key. */
const FIRST_OTHER_ID = 0xf0

/**
 * Makes a token in a folder.
 * @returns what its users need as SOFTHSM2_CONF: a path
 */
export function makeSoftHsm(folder: string, plan: SoftHsmPlan): string {
  const tokens = join(folder, 'tokens')
  const configuration = join(folder, 'softhsm2.conf')
  mkdirSync(tokens)
  writeFileSync(configuration, `directories.tokendir = ${tokens}\nlog.level = ERROR\n`)
  const before = process.env.SOFTHSM2_CONF
  process.env.SOFTHSM2_CONF = configuration
  try {
    fillToken(folder, plan)
  } finally {
    if (before === undefined) delete process.env.SOFTHSM2_CONF
    else process.env.SOFTHSM2_CONF = before
  }
  return configuration
}

function fillToken(folder: string, { label: token, pin, keys, certificates, secretKeys = {} }: SoftHsmPlan): void {
  runTool('--init-token', '--free', '--label', token, '--so-pin', '12345678', '--pin', pin)
  const labels = Object.keys(keys)
  for (const [index, label] of labels.entries()) {
    const path = join(folder, 'key.pem')
    writeFileSync(path, keys[label]?.export({ type: 'pkcs8', format: 'pem' }) ?? '')
    const id = (FIRST_ID + index).toString(16)
    runTool('--import', path, '--token', token, '--pin', pin, '--label', label, '--id', id)
  }
  const stored = Object.entries(certificates).map(([label, der], index) => {
    const place = labels.indexOf(label)
    return { label, der, id: place < 0 ? FIRST_OTHER_ID + index : FIRST_ID + place }
  })
  storeCertificates(pin, stored)
  inToken(pin, ({ library, api, session }) => {
    for (const [label, value] of Object.entries(secretKeys)) {
      api.C_CreateObject(session, [
        { type: library.CKA_CLASS, value: library.CKO_SECRET_KEY },
        { type: library.CKA_KEY_TYPE, value: library.CKK_AES },
        { type: library.CKA_TOKEN, value: true },
        { type: library.CKA_PRIVATE, value: true },
        { type: library.CKA_SENSITIVE, value: true },
        { type: library.CKA_EXTRACTABLE, value: false },
        { type: library.CKA_ENCRYPT, value: true },
        { type: library.CKA_DECRYPT, value: true },
        { type: library.CKA_LABEL, value: label },
        { type: library.CKA_VALUE, value: Buffer.from(value) },
      ])
    }
  })
}

function runTool(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('softhsm2-util', args)
  if (status !== 0) throw new Error(stderr.toString())
}

/** SoftHSM's own tool stores no certificates. */
function storeCertificates(pin: string, certificates: readonly { label: string; der: Uint8Array; id: number }[]): void {
  inToken(pin, ({ library, api, session }) => {
    for (const { label, der, id } of certificates) {
      api.C_CreateObject(session, [
        { type: library.CKA_CLASS, value: library.CKO_CERTIFICATE },
        { type: library.CKA_CERTIFICATE_TYPE, value: library.CKC_X_509 },
        { type: library.CKA_TOKEN, value: true },
        { type: library.CKA_PRIVATE, value: false },
        { type: library.CKA_LABEL, value: label },
        { type: library.CKA_ID, value: Buffer.from([id]) },
        { type: library.CKA_SUBJECT, value: Buffer.from(readCertificate(der).subject) },
        { type: library.CKA_VALUE, value: Buffer.from(der) },
      ])
    }
  })
}

type Session = Pick<LoadedModule, 'library' | 'api'> & { readonly session: Handle }

function inToken(pin: string, work: (open: Session) => void): void {
  const { library, api, release } = loadPkcs11Module(softHsmModule ?? '')
  const slot = api
    .C_GetSlotList(true)
    .find((one) => (api.C_GetTokenInfo(one).flags & library.CKF_TOKEN_INITIALIZED) !== 0)
  if (slot === undefined) throw new Error('no token')
  const session = api.C_OpenSession(slot, library.CKF_SERIAL_SESSION | library.CKF_RW_SESSION)
  api.C_Login(session, library.CKU_USER, pin)
  work({ library, api, session })
  api.C_CloseSession(session)
  release()
}
