import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { encodeBoolean, encodeOctetString, encodeOid, encodeSequence } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { imprintOf, makeTestReply, makeTestToken, readTestQuery } from '../../testing/make-test-token.ts'
import { hasOpenssl, runOpenssl } from '../../testing/run-openssl.ts'
import { serveTestAuthority } from '../../testing/serve-test-authority.ts'
import { checkTimestampToken } from './check-timestamp-token.ts'
import { requestTimestamp } from './request-timestamp.ts'

const folder = mkdtempSync(join(tmpdir(), 'rubrica-tsa-'))
afterAll(() => rmSync(folder, { recursive: true }))

const message = Buffer.from('a signature value')
const root = makeTestSigner({ commonName: 'TSA root', isCa: true })
const authority = makeTestSigner({ commonName: 'TSA', issuer: root, purposes: [OID.ekuTimeStamping] })
const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** Address of a server that answers queries with what `reply` makes of them. */
async function serve(reply: (query: Buffer) => Uint8Array): Promise<string> {
  return listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.end(reply(Buffer.concat(chunks))))
  })
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** The authority with another curve named in its certificate. */
function withUnknownCurve(signer: typeof authority): typeof authority {
  const certificate = Buffer.from(signer.certificate)
  certificate[certificate.indexOf(Buffer.from('2a8648ce3d030107', 'hex')) + 7] = 0x7f
  return { ...signer, certificate }
}

const grant = (query: Buffer): Uint8Array => makeTestReply(0, makeTestToken(authority, readTestQuery(query)))

describe('a good answer', () => {
  test('gives a token over the message whose chain reaches the anchor', async () => {
    const request = requestTimestamp(await serve(grant), { trustAnchors: [root.certificate] })
    expect(checkTimestampToken(await request(message), { message }).certificate).toEqual(authority.certificate)
  })

  test('may carry the certificate of the authority alone, when its issuer is one of the anchors', async () => {
    const bare = { ...authority, chain: [] }
    const reply = (query: Buffer) => makeTestReply(0, makeTestToken(bare, readTestQuery(query)))
    const below = makeTestSigner({ commonName: 'TSA CA', isCa: true, issuer: root })
    const unit = { ...makeTestSigner({ issuer: below, purposes: [OID.ekuTimeStamping] }), chain: [] }
    const replyOfUnit = (query: Buffer) => makeTestReply(0, makeTestToken(unit, readTestQuery(query)))
    const trustAnchors = [root.certificate]
    await requestTimestamp(await serve(reply), { trustAnchors })(message)
    await requestTimestamp(await serve(replyOfUnit), { trustAnchors: [...trustAnchors, below.certificate] })(message)
    await expect(requestTimestamp(await serve(replyOfUnit), { trustAnchors })(message)).rejects.toMatchObject({
      facts: { fault: 'UNTRUSTED' },
    })
  })

  test('may carry the certificate of the authority alone, when its issuer can be fetched, which is done once', async () => {
    await using world = await serveTestAuthority()
    const unit = world.issue({ commonName: 'Unit', purposes: [OID.ekuTimeStamping] })
    const reply = (query: Buffer) => makeTestReply(0, makeTestToken({ ...unit, chain: [] }, readTestQuery(query)))
    const address = await serve(reply)
    const { fetcher, server, root: anchor } = world
    const ask = (origins: readonly string[]) =>
      requestTimestamp(address, { trustAnchors: [anchor.certificate], issuers: { fetcher, origins } })
    await expect(ask(['https://ca.example.org'])(message)).rejects.toMatchObject({ facts: { fault: 'UNTRUSTED' } })
    expect(server.requests).toEqual([])
    const request = ask([server.origin])
    for (let round = 0; round < 2; round++) await expect(request(message)).resolves.toBeInstanceOf(Uint8Array)
    expect(server.requests).toEqual(['GET /ca.cer'])
  })

  test('may carry extensions that nobody has to understand, from a clock that is not quite ours', async () => {
    const plain = encodeSequence(encodeOid('1.3.6.1.4.1.55555.9'), encodeOctetString(new Uint8Array(1)))
    for (const time of [hoursFromNow(-0.9), hoursFromNow(0.9)]) {
      const reply = (query: Buffer): Uint8Array =>
        makeTestReply(0, makeTestToken(authority, { ...readTestQuery(query), extensions: [plain], time }))
      await expect(requestTimestamp(await serve(reply))(message)).resolves.toBeInstanceOf(Uint8Array)
    }
  })

  test.runIf(hasOpenssl)('of openssl as authority is understood, and openssl verifies what was asked', async () => {
    const pem = new X509Certificate(authority.certificate).toString()
    writeFileSync(join(folder, 'tsa.pem'), pem)
    writeFileSync(join(folder, 'root.pem'), new X509Certificate(root.certificate).toString())
    writeFileSync(join(folder, 'tsa.key'), authority.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(join(folder, 'serial'), '01\n')
    const settings = ['serial=serial', 'default_policy=1.2.3.4', 'digests=sha256', 'signer_digest=sha256']
    writeFileSync(join(folder, 'ts.cnf'), `[tsa]\ndefault_tsa=one\n[one]\n${settings.join('\n')}\nordering=no\n`)
    const address = await serve((query) => {
      writeFileSync(join(folder, 'query'), query)
      const key = ['-inkey', 'tsa.key', '-signer', 'tsa.pem', '-chain', 'root.pem']
      runOpenssl(folder, 'ts', '-reply', '-config', 'ts.cnf', '-queryfile', 'query', ...key, '-out', 'reply')
      return readFileSync(join(folder, 'reply'))
    })
    writeFileSync(join(folder, 'token'), await requestTimestamp(address, { trustAnchors: [root.certificate] })(message))
    writeFileSync(join(folder, 'message'), message)
    const files = ['-data', 'message', '-in', 'token', '-token_in', '-CAfile', 'root.pem']
    expect(runOpenssl(folder, 'ts', '-verify', ...files).ok).toBe(true)
  })

  test.runIf(hasOpenssl)('is a token that openssl verifies by data', () => {
    writeFileSync(join(folder, 'own'), makeTestToken(authority, { imprint: imprintOf(message) }))
    writeFileSync(join(folder, 'message'), message)
    writeFileSync(join(folder, 'root.pem'), new X509Certificate(root.certificate).toString())
    const files = ['-data', 'message', '-in', 'own', '-token_in', '-CAfile', 'root.pem']
    expect(runOpenssl(folder, 'ts', '-verify', ...files).stderr).not.toMatch(/error|fail/i)
  })
})

const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * 3_600_000)

describe('a wrong answer is TIMESTAMP_INVALID', () => {
  const critical = encodeSequence(
    encodeOid('1.3.6.1.4.1.55555.9'),
    encodeBoolean(true),
    encodeOctetString(new Uint8Array(1)),
  )
  const serverOnly = makeTestSigner({ issuer: root, purposes: ['1.3.6.1.5.5.7.3.1'] })
  const mixed = makeTestSigner({ issuer: root, purposes: [OID.ekuTimeStamping, '1.3.6.1.5.5.7.3.1'] })
  const expired = makeTestSigner({
    issuer: root,
    purposes: [OID.ekuTimeStamping],
    notBefore: new Date('2020-01-01'),
    notAfter: new Date('2021-01-01'),
  })
  const broken = (query: Buffer): Uint8Array => {
    const token = Buffer.from(makeTestToken(authority, readTestQuery(query)))
    token[token.length - 1] = (token.at(-1) ?? 0) ^ 1
    return makeTestReply(0, token)
  }
  const cases: readonly [string, string, (query: Buffer) => Uint8Array][] = [
    [
      'an imprint of something else',
      'IMPRINT',
      (query) =>
        makeTestReply(0, makeTestToken(authority, { ...readTestQuery(query), imprint: imprintOf(Buffer.from('x')) })),
    ],
    [
      'another nonce',
      'NONCE',
      (query) => makeTestReply(0, makeTestToken(authority, { ...readTestQuery(query), nonce: Buffer.from('1234') })),
    ],
    [
      'no nonce',
      'NONCE',
      (query) => makeTestReply(0, makeTestToken(authority, { imprint: readTestQuery(query).imprint })),
    ],
    [
      'a certificate for other purposes',
      'KEY_PURPOSE',
      (query) => makeTestReply(0, makeTestToken(serverOnly, readTestQuery(query))),
    ],
    [
      'a certificate for other purposes too',
      'KEY_PURPOSE',
      (query) => makeTestReply(0, makeTestToken(mixed, readTestQuery(query))),
    ],
    [
      'a certificate that had expired',
      'CERTIFICATE_EXPIRED',
      (query) => makeTestReply(0, makeTestToken(expired, readTestQuery(query))),
    ],
    ['a broken signature', 'SIGNATURE', broken],
    [
      'a key of no known kind',
      'FORMAT',
      (query) => makeTestReply(0, makeTestToken(withUnknownCurve(authority), readTestQuery(query))),
    ],
    [
      'a version that does not exist',
      'FORMAT',
      (query) => makeTestReply(0, makeTestToken(authority, { ...readTestQuery(query), version: 2 })),
    ],
    [
      'an extension that must be understood and is not',
      'UNKNOWN_EXTENSION',
      (query) => makeTestReply(0, makeTestToken(authority, { ...readTestQuery(query), extensions: [critical] })),
    ],
    [
      'a time that is yet to come',
      'TIME',
      (query) => makeTestReply(0, makeTestToken(authority, { ...readTestQuery(query), time: hoursFromNow(1.1) })),
    ],
    [
      'a time before it was asked',
      'TIME',
      (query) => makeTestReply(0, makeTestToken(authority, { ...readTestQuery(query), time: hoursFromNow(-1.1) })),
    ],
    ['no ASN.1', 'FORMAT', () => Buffer.from('<html></html>')],
    ['nothing', 'FORMAT', () => Buffer.alloc(0)],
    ['too much', 'TOO_LARGE', () => Buffer.alloc(300 * 1024)],
  ]
  test.each(cases)('%s', async (_what, fault, reply) => {
    const request = requestTimestamp(await serve(reply))
    await expect(request(message)).rejects.toMatchObject({ code: 'TIMESTAMP_INVALID', facts: { fault } })
  })

  test('a chain that reaches no anchor', async () => {
    const stranger = makeTestSigner({ commonName: 'TSA root', isCa: true })
    const request = requestTimestamp(await serve(grant), { trustAnchors: [stranger.certificate] })
    await expect(request(message)).rejects.toMatchObject({ code: 'TIMESTAMP_INVALID', facts: { fault: 'UNTRUSTED' } })
  })
})

describe('no answer', () => {
  test('that says no is TIMESTAMP_REFUSED', async () => {
    const request = requestTimestamp(await serve(() => makeTestReply(2)))
    await expect(request(message)).rejects.toMatchObject({ code: 'TIMESTAMP_REFUSED', facts: { status: 2 } })
  })

  test('with an HTTP error is TIMESTAMP_UNREACHABLE', async () => {
    const address = await listen((_request, response) => response.writeHead(503).end())
    await expect(requestTimestamp(address)(message)).rejects.toMatchObject({
      code: 'TIMESTAMP_UNREACHABLE',
      facts: { status: 503 },
    })
  })

  test('in time is TIMESTAMP_UNREACHABLE', async () => {
    const address = await listen(() => undefined)
    await expect(requestTimestamp(address, { timeoutMs: 50 })(message)).rejects.toMatchObject({
      code: 'TIMESTAMP_UNREACHABLE',
      facts: { reason: 'TIMEOUT' },
    })
  })

  test('because the address leads elsewhere is TIMESTAMP_UNREACHABLE', async () => {
    const address = await listen((_request, response) => response.writeHead(302, { location: '/other' }).end())
    await expect(requestTimestamp(address)(message)).rejects.toMatchObject({ code: 'TIMESTAMP_UNREACHABLE' })
  })

  test('because the caller gave up is the caller’s own reason', async () => {
    const controller = new AbortController()
    const address = await listen(() => controller.abort(new Error('gave up')))
    await expect(requestTimestamp(address, { signal: controller.signal })(message)).rejects.toThrow('gave up')
  })
})
