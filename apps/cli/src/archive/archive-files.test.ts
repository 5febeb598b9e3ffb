import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { validate } from '@rubrica/pades'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeTestOcsp, serveTestAuthority, type TestAuthority, type TestSigner } from '@rubrica/pki/testing'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { hasOpenssl, OPENSSL, rubrica as run, temporaryFolder } from '../../tests/command-line-scene.ts'

const path = temporaryFolder()

let authority: TestAuthority
let ana: TestSigner
beforeAll(async () => {
  authority = await serveTestAuthority()
  ana = authority.issue({ commonName: 'Ana', key: 'rsa' })
  const { certificate, privateKey } = ana
  const pem = (der: Uint8Array): string => new X509Certificate(der).toString()
  writeFileSync(path('in.pdf'), makeTestPdf())
  writeFileSync(path('root.pem'), pem(authority.root.certificate))
  writeFileSync(path('ca.pem'), pem(authority.ca.certificate))
  writeFileSync(path('ana.pem'), `${pem(certificate)}${privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()}`)
  const args = ['-export', '-in', path('ana.pem'), '-certfile', path('ca.pem'), '-passout', 'pass:1234']
  if (hasOpenssl) expect(spawnSync(OPENSSL, ['pkcs12', ...args, '-out', path('ana.p12')]).status).toBe(0)
})
afterAll(() => authority[Symbol.asyncDispose]())
beforeEach(() => authority.answers.clear())

const rubrica = (...args: readonly string[]) => run(args, { RUBRICA_PIN: '1234' })

const tsa = (): string[] => ['--tsa', `${authority.server.origin}/tsa`]
const places = (): string[] => [...tsa(), '--trust', path('root.pem'), '--allow-private', authority.server.origin]
const key = (): string[] => ['--p12', path('ana.p12')]

/** Level of the first signature, once everything in the file is found valid. */
function levelOf(name: string): string | undefined {
  const report = validate(readFileSync(path(name)), { trustAnchors: [authority.root.certificate] })
  expect(report).toMatchObject({ integrity: 'intact', trust: 'anchored', warnings: [] })
  expect(report.signatures.map(({ indication }) => indication)).not.toContain('INDETERMINATE')
  return report.signatures[0]?.level
}

describe.runIf(hasOpenssl)('a document', () => {
  test.each(['LT', 'LTA'])('is signed at level %s', async (level) => {
    const args = ['sign', path('in.pdf'), ...key(), '--out', path('out.pdf'), '--level', level, ...places(), '--json']
    const { code, out } = await rubrica(...args)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ ok: true, files: [{ level: `PAdES-BASELINE-${level}` }] })
    expect(levelOf('out.pdf')).toBe(`PAdES-BASELINE-${level}`)
  })

  test('is signed, augmented later, and renewed', async () => {
    expect((await rubrica('sign', path('in.pdf'), ...key(), '--out', path('b.pdf'))).code).toBe(0)
    expect((await rubrica('augment', path('b.pdf'), '--level', 'T', ...tsa(), '--out', path('t.pdf'))).code).toBe(0)
    for (const [from, to] of [
      ['t', 'lta'],
      ['lta', 'renewed'],
    ]) {
      const { code, err } = await rubrica(
        'augment',
        path(`${from}.pdf`),
        '--level',
        'LTA',
        ...places(),
        '--out',
        path(`${to}.pdf`),
      )
      expect({ code, err }).toEqual({ code: 0, err: `Augmented ${path(`${to}.pdf`)}\n` })
      expect(levelOf(`${to}.pdf`)).toBe('PAdES-BASELINE-LTA')
    }
  })

  test('is verified once the authorities were asked', async () => {
    await rubrica('sign', path('in.pdf'), ...key(), '--out', path('b.pdf'))
    const args = ['verify', path('b.pdf'), '--trust', path('root.pem'), '--json']
    const reached = ['--online', '--allow-private', authority.server.origin]
    expect(JSON.parse((await rubrica(...args)).out)).toMatchObject({ signatures: [{ subIndication: 'TRY_LATER' }] })
    const { code, out } = await rubrica(...args, ...reached)
    expect(JSON.parse(out)).toMatchObject({ trust: 'anchored', signatures: [{ indication: 'TOTAL-PASSED' }] })
    expect(code).toBe(0)
    authority.answers.set('/ocsp/ca', (_request, response) => void response.writeHead(503).end())
    authority.answers.set('/ca.crl', (_request, response) => void response.writeHead(503).end())
    const failed = await rubrica(...args, ...reached)
    expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('CN=Ana; none of the places') as unknown })
    expect(JSON.parse(failed.out)).toMatchObject({ integrity: 'intact', signatures: [{ subIndication: 'TRY_LATER' }] })
  })

  test('is told to be signed with a certificate that was revoked, once the authorities were asked', async () => {
    await rubrica('sign', path('in.pdf'), ...key(), '--out', path('r.pdf'))
    const status = { revokedAt: new Date(Date.now() - 86_400_000) }
    authority.answers.set('/ocsp/ca', makeTestOcsp({ ...ana, issuer: authority.ca, status }))
    const reached = ['--online', '--allow-private', authority.server.origin]
    const { code, out, err } = await rubrica('verify', path('r.pdf'), '--trust', path('root.pem'), '--json', ...reached)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('it was revoked') as unknown })
    expect(JSON.parse(out)).toMatchObject({ signatures: [{ subIndication: 'REVOKED_NO_POE' }] })
  })

  test('is timestamped without being signed', async () => {
    expect((await rubrica('timestamp', path('in.pdf'), ...tsa(), '--out', path('stamped.pdf'))).code).toBe(0)
    const { signatures } = validate(readFileSync(path('stamped.pdf')), { trustAnchors: [authority.root.certificate] })
    expect(signatures).toMatchObject([{ kind: 'document-timestamp' }])
  })

  test('is not made of one that nobody signed, and the sentence says so', async () => {
    const { code, err } = await rubrica('augment', path('in.pdf'), '--level', 'T', ...tsa(), '--out', path('none.pdf'))
    expect({ code, err }).toEqual({ code: 1, err: `${path('in.pdf')}: The document bears no signature.\n` })
  })

  test('stays away when evidence is missing, and the sentence names certificate and reason', async () => {
    authority.answers.set('/ocsp/ca', (_request, response) => void response.writeHead(503).end())
    authority.answers.set('/ca.crl', (_request, response) => void response.writeHead(503).end())
    const args = ['sign', path('in.pdf'), ...key(), '--out', path('none.pdf'), '--level', 'LT', ...places()]
    const { code, err } = await rubrica(...args)
    expect(code).toBe(1)
    expect(err).toBe(
      `${path('in.pdf')}: Nothing proves that this certificate was valid: CN=Ana; none of the places that it names gives an answer.\n`,
    )
    expect(existsSync(path('none.pdf'))).toBe(false)
  })

  test('of an issuer that nobody brought along can be fetched, and the sentence says how', async () => {
    const { certificate, privateKey } = authority.issue({ commonName: 'Biel', key: 'rsa' })
    const pem = new X509Certificate(certificate).toString()
    writeFileSync(path('biel.pem'), `${pem}${privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()}`)
    const args = ['-export', '-in', path('biel.pem'), '-passout', 'pass:1234', '-out', path('biel.p12')]
    expect(spawnSync(OPENSSL, ['pkcs12', ...args]).status).toBe(0)
    const sign = ['sign', path('in.pdf'), '--p12', path('biel.p12'), '--level', 'LT', ...places()]
    const { code, err } = await rubrica(...sign, '--out', path('none.pdf'))
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('--fetch-issuers') as unknown })
    expect(err).toContain(new URL(authority.server.origin).host)
    expect(await rubrica(...sign, '--fetch-issuers', '--out', path('biel.pdf'))).toMatchObject({ code: 0 })
  })

  test('is not sent into a private network unless that is allowed', async () => {
    const before = authority.server.requests.length
    const args = ['sign', path('in.pdf'), ...key(), '--out', path('none.pdf'), '--level', 'LT', ...tsa()]
    const { code, err } = await rubrica(...args, '--trust', path('root.pem'))
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('--allow-private') as unknown })
    expect(authority.server.requests.slice(before)).toEqual(['POST /tsa'])
  })
})

test.each([
  [['augment']],
  [['augment', 'in.pdf', '--out', 'out.pdf']],
  [['augment', 'in.pdf', '--level', 'LTX', '--out', 'out.pdf']],
  [['augment', 'in.pdf', '--level', 'LT', '--out', 'out.pdf']],
  [['augment', 'in.pdf', '--level', 'LTA', '--trust', 'root.pem', '--out', 'out.pdf']],
  [['augment', 'in.pdf', '--level', 'T', '--out', 'out.pdf']],
  [['augment', 'in.pdf', '--level', 'LT', '--trust', 'x', '--allow-private', 'localhost', '--out', 'out.pdf']],
  [['timestamp', 'in.pdf', '--out', 'out.pdf']],
  [['timestamp', 'in.pdf', '--tsa', 'http://tsa.example/']],
  [['timestamp', 'in.pdf', '--tsa', 'ldap://tsa.example/', '--out', 'out.pdf']],
  [['sign', 'in.pdf', '--p12', 'k', '--out', 'out.pdf', '--level', 'LTV']],
  [['sign', 'in.pdf', '--p12', 'k', '--out', 'out.pdf', '--level', 'T']],
  [['sign', 'in.pdf', '--p12', 'k', '--out', 'out.pdf', '--level', 'B', '--tsa', 'http://tsa.example/']],
  [['sign', 'in.pdf', '--p12', 'k', '--out', 'out.pdf', '--level', 'LTA', '--tsa', 'http://tsa.example/']],
])('%j is typed wrongly', async (args) => {
  const { code, out, err } = await rubrica(...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^[^\n]+\.\n"rubrica (sign|augment|timestamp) --help"/)
})
