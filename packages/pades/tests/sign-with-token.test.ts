/**
 * Against SoftHSM: `apt-get install softhsm2`. Skipped where it, or the optional package pkcs11js, is not installed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classicPdf } from '@rubrica/pdf/testing'
import {
  type DigestAlgorithm,
  listTokenKeys,
  loadPkcs11Module,
  openPkcs11,
  type Pkcs11Key,
  signInToken,
  type SignatureScheme,
} from '@rubrica/pki'
import { prepareSignature } from '../src/prepare-signature.ts'
import { resumeSignature } from '../src/resume-signature.ts'
import { makeSoftHsm, makeTestSigner, softHsmModule, type TestSigner } from '@rubrica/pki/testing'

const PIN = '4711'

const failure = (code: string): unknown => expect.objectContaining({ code })

test('a module that is not there is an error that says so', () => {
  expect(() => openPkcs11({ module: '/nowhere/module.so', pin: PIN })).toThrow(failure('PKCS11_UNAVAILABLE'))
})

describe.runIf(softHsmModule)('a token of SoftHSM (skipped without softhsm2 and pkcs11js)', () => {
  const module = softHsmModule ?? ''
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
    const all = Object.entries({ ...signers, root })
    process.env.SOFTHSM2_CONF = makeSoftHsm(folder, {
      ...{ label: 'office', pin: PIN },
      keys: Object.fromEntries(Object.entries(signers).map(([label, { privateKey }]) => [label, privateKey])),
      certificates: Object.fromEntries(all.map(([label, { certificate }]) => [label, certificate])),
    })
  })

  afterAll(() => {
    if (before === undefined) delete process.env.SOFTHSM2_CONF
    else process.env.SOFTHSM2_CONF = before
    rmSync(folder, { recursive: true })
  })

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

  test('answers through a process of its own as it does here, for keys of both kinds', async () => {
    const options = { module, token: 'office', pin: PIN }
    const keys = await listTokenKeys(options)
    using token = openPkcs11(options)
    const byLabel = <Key extends { label: string }>(all: readonly Key[]) => new Map(all.map((one) => [one.label, one]))
    expect(byLabel(keys)).toEqual(
      byLabel(token.keys.map(({ label, id, certificate, chain }) => ({ label, id, certificate, chain }))),
    )
    for (const label of ['rsa', 'P-256']) {
      const base = classicPdf()
      const { certificate, chain, id } = key(token.keys, label)
      const prepared = prepareSignature(base, {
        ...{ certificate: certificate ?? undefined, chain, digestAlgorithm: 'SHA-256', claimedTime: new Date() },
        field: { create: { name: 'Signature', page: 1 } },
      })
      const signature = await signInToken(options, { key: { label, id }, prepared })
      expect((await resumeSignature(base, prepared, { signature })).length).toBe(prepared.tail.length)
    }
  })

  test('that takes too long in a process of its own is an error', async () => {
    const asked = listTokenKeys({ module, token: 'office', pin: PIN }, { timeoutMs: 1 })
    await expect(asked).rejects.toMatchObject({ code: 'PKCS11_FAILED', facts: { what: 'time', timeoutMs: 1 } })
  })

  test('is told by a process of its own what is wrong, without the PIN', async () => {
    const attempt = listTokenKeys({ module, token: 'office', pin: 'canary-pin' })
    const error: unknown = await attempt.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'PKCS11_WRONG_PIN' })
    expect(JSON.stringify(error) + String(error)).not.toContain('canary')
    await expect(listTokenKeys({ module: '/nowhere/module.so', pin: PIN })).rejects.toEqual(
      failure('PKCS11_UNAVAILABLE'),
    )
  })
})
