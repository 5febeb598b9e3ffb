/** Runs every example. */
import { sign as signBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archiveForDecades } from '../examples/archive-for-decades.ts'
import { certifyForm } from '../examples/certify-a-form.ts'
import { prepareNow, resumeLater } from '../examples/sign-days-later.ts'
import { signOnDemand } from '../examples/sign-on-demand.ts'
import { signWithKeyFile } from '../examples/sign-with-a-key-file.ts'
import { signWithToken } from '../examples/sign-with-a-token.ts'
import { verifyFile } from '../examples/verify-a-file.ts'
import { buildSignedAttributes, buildSignedData, encodeDigestAlgorithm, encodeSignatureAlgorithm } from '@rubrica/pki'
import { inspectPdf } from '../src/inspect-pdf.ts'
import { signPdf } from '../src/sign-pdf.ts'
import { hasOpenssl, makeTestSigner, runOpenssl, serveTestAuthority, type TestAuthority } from '@rubrica/pki/testing'
import { classicPdf } from '@rubrica/pdf/testing'

const folder = mkdtempSync(join(tmpdir(), 'rubrica-examples-'))
const path = (name: string): string => join(folder, name)
const ana = makeTestSigner({ commonName: 'Ana' })
const signedFields = (file: Uint8Array): string[] =>
  inspectPdf(file).signatureFields.flatMap(({ name, signed }) => (signed ? [name] : []))

beforeAll(() => writeFileSync(path('in.pdf'), classicPdf()))
afterAll(() => rmSync(folder, { recursive: true }))

test('every example is run here', () => {
  const names = readdirSync(join(import.meta.dirname, '../examples'))
  const run = readFileSync(import.meta.filename, 'utf8')
  expect(names.filter((name) => !run.includes(`'../examples/${name}'`))).toEqual([])
})

test.runIf(hasOpenssl)('sign-with-a-key-file', async () => {
  writeFileSync(path('key.pem'), ana.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(path('certificate.pem'), new X509Certificate(ana.certificate).toString())
  const files = ['-inkey', 'key.pem', '-in', 'certificate.pem', '-out', 'ana.p12']
  expect(runOpenssl(folder, 'pkcs12', '-export', ...files, '-passout', 'pass:4711').ok).toBe(true)
  const signed = await signWithKeyFile(path('in.pdf'), { path: path('ana.p12'), password: '4711' })
  expect(signedFields(signed)).toEqual(['Signature'])
})

test('sign-days-later', async () => {
  await prepareNow(path('in.pdf'), folder, ana)
  const signed = await resumeLater(path('in.pdf'), folder, (bytes) =>
    Promise.resolve(signBytes('sha512', bytes, ana.privateKey)),
  )
  expect(signedFields(signed)).toEqual(['Signature'])
})

test('sign-on-demand', async () => {
  const signed = await signOnDemand(classicPdf(), (documentDigest) => {
    const what = { documentDigest, digestAlgorithm: 'SHA-512', certificate: ana.certificate } as const
    const signedAttributes = buildSignedAttributes(what)
    return Promise.resolve(
      buildSignedData({
        digestAlgorithm: encodeDigestAlgorithm('SHA-512'),
        signatureAlgorithm: encodeSignatureAlgorithm('ECDSA', 'SHA-512'),
        signedAttributes,
        signature: signBytes('sha512', signedAttributes, ana.privateKey),
        certificate: ana.certificate,
        chain: [],
        unsignedAttributes: [],
      }),
    )
  })
  expect(signedFields(signed)).toEqual(['Signature'])
})

test('certify-a-form', async () => {
  const certified = await certifyForm(classicPdf(), ana)
  expect(inspectPdf(certified).certification).toBe(2)
})

test('sign-with-a-token says that there is no such module; with one it is tested beside the code', async () => {
  const options = { module: path('no-module.so'), pin: '4711' }
  await expect(signWithToken(path('in.pdf'), options, 'ana')).rejects.toMatchObject({ code: 'PKCS11_UNAVAILABLE' })
})

describe('archive-for-decades and verify-a-file', () => {
  let authority: TestAuthority
  beforeAll(async () => void (authority = await serveTestAuthority()))
  afterAll(() => authority[Symbol.asyncDispose]())

  test('give a file that passes at level LTA', async () => {
    const { root, fetcher, timestamp } = authority
    const { certificate, chain, privateKey } = authority.issue({ commonName: 'Biel' })
    const base = classicPdf()
    const request = {
      certificate,
      chain,
      digestAlgorithm: 'SHA-256',
      claimedTime: new Date(),
      field: { create: { name: 'Signature', page: 1 } },
    } as const
    const signed = Buffer.concat([base, await signPdf(base, request, privateKey, { timestamp })])
    const anchors = [root.certificate]
    const archived = await archiveForDecades(signed, { anchors, fetcher, timestamp })
    const [summary, first] = verifyFile(archived, anchors)
    expect(summary).toBe('intact, anchored')
    expect(first).toMatch(/^Biel: TOTAL-PASSED, PAdES-BASELINE-LTA, \d{4}-/)
  })
})
