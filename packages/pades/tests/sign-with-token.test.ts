/**
 * Against SoftHSM: `apt-get install softhsm2`. Skipped where it, or the optional package pkcs11js, is not installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classicPdf } from '@rubrica/pdf/testing'
import {
  type DigestAlgorithm,
  loadPkcs11Module,
  openPkcs11,
  type Pkcs11Key,
  readCertificate,
  type SignatureScheme,
} from '@rubrica/pki'
import { prepareSignature } from '../src/prepare-signature.ts'
import { resumeSignature } from '../src/resume-signature.ts'
import { makeTestSigner, type TestSigner } from '@rubrica/pki/testing'

const MODULE = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
].find(existsSync)
const PIN = '4711'

function hasLibrary(): boolean {
  try {
    createRequire(import.meta.url)('pkcs11js')
    return true
  } catch {
    return false
  }
}

const failure = (code: string): unknown => expect.objectContaining({ code })

test('a module that is not there is an error that says so', () => {
  expect(() => openPkcs11({ module: '/nowhere/module.so', pin: PIN })).toThrow(failure('PKCS11_UNAVAILABLE'))
})

describe.runIf(MODULE && hasLibrary())('a token of SoftHSM (skipped without softhsm2 and pkcs11js)', () => {
  const module = MODULE ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-softhsm-'))
  const root = makeTestSigner({ commonName: 'Root', isCa: true })
  const signers: Readonly<Record<string, TestSigner>> = {
    rsa: makeTestSigner({ commonName: 'rsa', key: 'rsa', issuer: root }),
    'P-256': makeTestSigner({ commonName: 'P-256', key: 'P-256', issuer: root }),
    'P-384': makeTestSigner({ commonName: 'P-384', key: 'P-384', issuer: root }),
    'P-521': makeTestSigner({ commonName: 'P-521', key: 'P-521', issuer: root }),
  }
  const before = process.env.SOFTHSM2_CONF

  beforeAll(() => {
    const tokens = join(folder, 'tokens')
    mkdirSync(tokens)
    writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${tokens}\nlog.level = ERROR\n`)
    process.env.SOFTHSM2_CONF = join(folder, 'softhsm2.conf')
    tool('--init-token', '--free', '--label', 'office', '--so-pin', '12345678', '--pin', PIN)
    Object.entries(signers).forEach(([label, { privateKey }], index) => {
      const path = join(folder, 'key.pem')
      writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
      tool('--import', path, '--token', 'office', '--pin', PIN, '--label', label, '--id', `A${index}`)
    })
    storeCertificates(module, { ...signers, root })
  })

  afterAll(() => {
    if (before === undefined) delete process.env.SOFTHSM2_CONF
    else process.env.SOFTHSM2_CONF = before
    rmSync(folder, { recursive: true })
  })

  function tool(...args: readonly string[]): void {
    const { status, stderr } = spawnSync('softhsm2-util', args)
    if (status !== 0) throw new Error(stderr.toString())
  }

  const key = (keys: readonly Pkcs11Key[], label: string): Pkcs11Key => {
    const found = keys.find((one) => one.label === label)
    if (found === undefined) throw new Error(`no key ${label}`)
    return found
  }

  test('lists its keys with their certificates and issuers', () => {
    using token = openPkcs11({ module, token: 'office', pin: PIN })
    expect(token.label).toBe('office')
    expect(token.keys.map(({ label, id }) => [label, id]).sort()).toEqual([
      ['P-256', 'a1'],
      ['P-384', 'a2'],
      ['P-521', 'a3'],
      ['rsa', 'a0'],
    ])
    const rsa = key(token.keys, 'rsa')
    expect(rsa.certificate).toEqual(new Uint8Array(signers.rsa?.certificate ?? []))
    expect(rsa.chain).toEqual([new Uint8Array(root.certificate)])
  })

  const rsaSchemes: readonly SignatureScheme[] = ['RSASSA-PKCS1-v1_5', 'RSASSA-PSS']
  const digests: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-384', 'SHA-512']
  const cases = digests.flatMap((digestAlgorithm) => [
    ...rsaSchemes.map((signatureScheme) => ({ label: 'rsa', signatureScheme, digestAlgorithm })),
    ...['P-256', 'P-384', 'P-521'].map((label) => ({ label, signatureScheme: 'ECDSA' as const, digestAlgorithm })),
  ])

  test.each(cases)('signs a document: $signatureScheme, $label, $digestAlgorithm', async (one) => {
    const base = classicPdf()
    using token = openPkcs11({ module, token: 'office', pin: PIN })
    const { certificate, chain, sign } = key(token.keys, one.label)
    const prepared = prepareSignature(base, {
      certificate: certificate ?? undefined,
      chain,
      digestAlgorithm: one.digestAlgorithm,
      signatureScheme: one.signatureScheme,
      field: { create: { name: 'Signature', page: 1 } },
      claimedTime: new Date(),
    })
    const tail = await resumeSignature(base, prepared, { signature: await sign(prepared) })
    expect(tail.length).toBe(prepared.tail.length)
  })

  test('makes many signatures at once', async () => {
    using token = openPkcs11({ module, pin: PIN })
    const { certificate, sign } = key(token.keys, 'P-256')
    const signedAttributes = Buffer.from('attributes')
    const wanted = { certificate, signedAttributes, signatureScheme: 'ECDSA', digestAlgorithm: 'SHA-256' } as const
    const signatures = await Promise.all(Array.from({ length: 20 }, () => sign(wanted)))
    expect(signatures.map(({ length }) => length)).toEqual(Array(20).fill(64))
  })

  test('rejects a wrong PIN, and does not report it', () => {
    const attempt = () => openPkcs11({ module, token: 'office', pin: '9999' })
    expect(attempt).toThrow(failure('PKCS11_WRONG_PIN'))
    expect(attempt).not.toThrow('9999')
  })

  test('of another name is not found, and the error lists those there are', () => {
    expect(() => openPkcs11({ module, token: 'home', pin: PIN })).toThrow(
      expect.objectContaining({
        code: 'PKCS11_TOKEN_NOT_FOUND',
        facts: { wanted: 'home', tokens: [expect.objectContaining({ label: 'office' })] },
      }),
    )
  })

  test('is used beside other code that has initialised the module, and leaves it to that code', () => {
    const { library, release } = loadPkcs11Module(module)
    release()
    const other = new library.PKCS11()
    other.load(module)
    other.C_Initialize()
    openPkcs11({ module, token: 'office', pin: PIN }).close()
    expect(other.C_GetSlotList(true).length).toBeGreaterThan(0)
    other.C_Finalize()
    other.close()
  })

  test('that was closed is opened again', () => {
    for (let i = 0; i < 3; i++) {
      const token = openPkcs11({ module, pin: PIN })
      token.close()
      token.close()
    }
    using token = openPkcs11({ module, pin: PIN })
    expect(token.keys).toHaveLength(4)
  })
})

/** SoftHSM's own tool stores no certificates. */
function storeCertificates(module: string, signers: Readonly<Record<string, TestSigner>>): void {
  const { library, api, release } = loadPkcs11Module(module)
  const slot = api
    .C_GetSlotList(true)
    .find((one) => (api.C_GetTokenInfo(one).flags & library.CKF_TOKEN_INITIALIZED) !== 0)
  if (slot === undefined) throw new Error('no token')
  const session = api.C_OpenSession(slot, library.CKF_SERIAL_SESSION | library.CKF_RW_SESSION)
  api.C_Login(session, library.CKU_USER, PIN)
  Object.entries(signers).forEach(([label, { certificate }], index) => {
    api.C_CreateObject(session, [
      { type: library.CKA_CLASS, value: library.CKO_CERTIFICATE },
      { type: library.CKA_CERTIFICATE_TYPE, value: library.CKC_X_509 },
      { type: library.CKA_TOKEN, value: true },
      { type: library.CKA_PRIVATE, value: false },
      { type: library.CKA_LABEL, value: label },
      { type: library.CKA_ID, value: Buffer.from([0xa0 + index]) },
      { type: library.CKA_SUBJECT, value: Buffer.from(readCertificate(certificate).subject) },
      { type: library.CKA_VALUE, value: Buffer.from(certificate) },
    ])
  })
  api.C_CloseSession(session)
  release()
}
