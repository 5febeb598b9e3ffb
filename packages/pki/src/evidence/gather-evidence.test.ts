import { describe, expect, test } from 'vitest'
import { OID } from '../der/object-identifiers.ts'
import { createGuardedFetcher } from '../outgoing/create-guarded-fetcher.ts'
import { ago, authority, gather, missing, serveAuthorityToEachTest } from '../../testing/gather-test-evidence.ts'
import { addressExtensions, makeTestCrl, makeTestOcsp, refuseTestOcsp } from '../../testing/make-test-evidence.ts'
import { makeTestSigner, type TestSigner } from '../../testing/make-test-signer.ts'
import { RevocationFound } from './evidence-cause.ts'

serveAuthorityToEachTest()

describe('complete evidence', () => {
  test('holds the chain, an OCSP answer for the signer and one for its authority', async () => {
    const signer = authority.issue()
    const evidence = await gather(signer)
    expect(evidence.certificates).toEqual([signer.certificate, authority.ca.certificate, authority.root.certificate])
    expect([evidence.ocsps.length, evidence.crls.length]).toEqual([2, 0])
    expect(authority.server.requests.toSorted()).toEqual(['POST /ocsp/ca', 'POST /ocsp/root'])
  })

  test('asks each address once, however many certificates need its answer', async () => {
    const addresses = { crl: `${authority.server.origin}/ca.crl` }
    const signers = [authority.issue({ addresses }), authority.issue({ addresses })]
    const certificates = signers.map(({ certificate }) => certificate)
    const evidence = await gather(signers[0]!, { certificates })
    expect([evidence.ocsps.length, evidence.crls.length]).toEqual([1, 1])
    expect(authority.server.requests.toSorted()).toEqual(['GET /ca.crl', 'POST /ocsp/root'])
  })

  test('that is known already is not asked for again', async () => {
    const signer = authority.issue()
    const known = await gather(signer)
    const asked = authority.server.requests.length
    expect(await gather(signer, { known, pool: [] })).toEqual(known)
    expect(authority.server.requests).toHaveLength(asked)
  })

  test('comes from the CRL when the responder is down', async () => {
    authority.answers.set('/ocsp/ca', (_request, response) => void response.writeHead(503).end())
    const evidence = await gather(authority.issue())
    expect([evidence.ocsps.length, evidence.crls.length]).toEqual([1, 1])
  })

  test.each([
    ['lies', () => Buffer.from('SANDBOX: not what was asked for')],
    ['refuses', () => refuseTestOcsp(6)],
    [
      'is not the issuer’s',
      (signer: TestSigner) => makeTestOcsp({ ...signer, issuer: authority.ca, responder: authority.tsa }),
    ],
    ['speaks of another certificate', () => makeTestOcsp({ ...authority.issue(), issuer: authority.ca })],
    ['does not know', (signer: TestSigner) => makeTestOcsp({ ...signer, issuer: authority.ca, status: 'unknown' })],
    [
      'is of last month',
      (signer: TestSigner) =>
        makeTestOcsp({ ...signer, issuer: authority.ca, thisUpdate: ago(31), nextUpdate: ago(30) }),
    ],
  ])('comes from the CRL when the OCSP answer %s', async (_what, answer) => {
    const signer = authority.issue()
    authority.answers.set('/ocsp/ca', answer(signer))
    const evidence = await gather(signer)
    expect([evidence.ocsps.length, evidence.crls.length]).toEqual([1, 1])
  })

  test('comes from the CRL when the responder never answers', async () => {
    authority.answers.set('/ocsp/ca', () => undefined)
    const fetcher = createGuardedFetcher({ allowedPrivateOrigins: [authority.server.origin], timeoutMs: 1500 })
    const evidence = await gather(authority.issue(), { fetcher })
    expect([evidence.ocsps.length, evidence.crls.length]).toEqual([1, 1])
  })

  test('comes from the second address when the first lies', async () => {
    const { origin } = authority.server
    const signer = authority.issue({ addresses: { ocsp: `${origin}/other`, crl: `${origin}/ca.crl` } })
    authority.answers.set('/other', Buffer.alloc(90_000, 0x30))
    const evidence = await gather(signer)
    expect([evidence.ocsps.length, evidence.crls.length]).toEqual([1, 1])
  })

  test('proves a responder that must be asked for good by a CRL of its own', async () => {
    const crl = `${authority.server.origin}/ca.crl`
    const responder = makeTestSigner({
      commonName: 'Responder of today',
      issuer: authority.ca,
      purposes: [OID.ekuOcspSigning],
      extensions: addressExtensions({ crl }),
    })
    const signer = authority.issue({ addresses: { ocsp: `${authority.server.origin}/ocsp/ca` } })
    const answer = makeTestOcsp({ ...signer, issuer: authority.ca, responder })
    authority.answers.set('/ocsp/ca', answer)
    const evidence = await gather(signer)
    expect([evidence.ocsps.length, evidence.crls.length]).toEqual([2, 1])
    const revoked = [{ certificate: responder.certificate, at: ago(0.5) }]
    authority.answers.set('/ca.crl', makeTestCrl({ issuer: authority.ca, revoked }))
    await expect(gather(signer)).rejects.toMatchObject(missing('LIES'))
  })

  test('is none for an anchor', async () => {
    const { root } = authority
    const evidence = await gather(root)
    expect(evidence).toEqual({ certificates: [root.certificate], ocsps: [], crls: [] })
  })

  test('holds a revocation that came after the time in question', async () => {
    const signer = authority.issue()
    const status = { revokedAt: ago(1 / 24) }
    authority.answers.set('/ocsp/ca', makeTestOcsp({ ...signer, issuer: authority.ca, status }))
    const evidence = await gather(signer, { at: ago(1 / 2) })
    expect(evidence.ocsps).toHaveLength(2)
  })
})

describe('missing evidence is an error with its cause', () => {
  test('REVOKED, whatever other sources would say', async () => {
    const signer = authority.issue({ commonName: 'Ana' })
    const status = { revokedAt: ago(0.5) }
    authority.answers.set('/ocsp/ca', makeTestOcsp({ ...signer, issuer: authority.ca, status }))
    await expect(gather(signer)).rejects.toMatchObject(missing('REVOKED', { subject: 'CN=Ana' }))
    expect(authority.server.requests).not.toContain('GET /ca.crl')
  })

  test('REVOKED, with the answer that says so, for a verdict', async () => {
    const signer = authority.issue()
    const answer = makeTestOcsp({ ...signer, issuer: authority.ca, status: { revokedAt: ago(0.5) } })
    authority.answers.set('/ocsp/ca', answer)
    const missing = await gather(signer).catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(RevocationFound)
    expect((missing as RevocationFound).proof.ocsps.map((one) => Buffer.from(one))).toEqual([Buffer.from(answer)])
  })

  test('REVOKED by a CRL', async () => {
    const signer = authority.issue({ addresses: { crl: `${authority.server.origin}/ca.crl` } })
    const revoked = [{ certificate: signer.certificate, at: ago(0.5) }]
    authority.answers.set('/ca.crl', makeTestCrl({ issuer: authority.ca, revoked }))
    await expect(gather(signer)).rejects.toMatchObject(missing('REVOKED'))
  })

  test('of the authority above the signer, with its name', async () => {
    authority.answers.set('/ocsp/root', (_request, response) => void response.writeHead(500).end())
    authority.answers.set('/root.crl', (_request, response) => void response.writeHead(500).end())
    await expect(gather(authority.issue())).rejects.toMatchObject(missing('UNREACHABLE', { subject: 'CN=Issuing CA' }))
  })

  test.each([
    [
      'UNREACHABLE',
      'OCSP',
      (_signer: TestSigner, origin: string) => ({ path: '/ocsp/none', addresses: { ocsp: `${origin}/ocsp/none` } }),
    ],
    ['NO_ADDRESS', undefined, () => ({ addresses: {} })],
    ['FORBIDDEN_ADDRESS', 'CRL', () => ({ addresses: { crl: 'http://127.0.0.1:9/ca.crl' } })],
  ])('%s', async (cause, source, place) => {
    const { addresses } = place(authority.ca, authority.server.origin)
    const error: unknown = await gather(authority.issue({ addresses })).catch((one: unknown) => one)
    expect(error).toMatchObject(missing(cause))
    expect(error).toMatchObject({ facts: { attempts: source ? [{ source, cause }] : [] } })
  })

  test.each([
    ['REFUSED', () => refuseTestOcsp(6)],
    ['LIES', () => Buffer.from('rubbish')],
    ['UNKNOWN', (signer: TestSigner) => makeTestOcsp({ ...signer, issuer: authority.ca, status: 'unknown' })],
    [
      'STALE',
      (signer: TestSigner) =>
        makeTestOcsp({ ...signer, issuer: authority.ca, thisUpdate: ago(31), nextUpdate: ago(30) }),
    ],
    ['LIES', (signer: TestSigner) => makeTestOcsp({ ...signer, issuer: authority.ca, responder: authority.tsa })],
  ])('%s', async (cause, answer) => {
    const signer = authority.issue({ addresses: { ocsp: `${authority.server.origin}/ocsp/ca` } })
    authority.answers.set('/ocsp/ca', answer(signer))
    await expect(gather(signer)).rejects.toMatchObject(missing(cause))
  })

  test.each([
    ['STALE', () => makeTestCrl({ issuer: authority.ca, thisUpdate: ago(31), nextUpdate: ago(30) })],
    ['LIES', () => makeTestCrl({ issuer: authority.tsa })],
    ['LIES', () => Buffer.from('<html>')],
  ])('%s from a CRL', async (cause, answer) => {
    const signer = authority.issue({ addresses: { crl: `${authority.server.origin}/ca.crl` } })
    authority.answers.set('/ca.crl', answer())
    await expect(gather(signer)).rejects.toMatchObject(missing(cause))
  })

  test('INVALID for a certificate that has expired', async () => {
    const signer = authority.issue({ notBefore: ago(20), notAfter: ago(10) })
    await expect(gather(signer)).rejects.toMatchObject(missing('INVALID', { fault: 'EXPIRED' }))
    expect(authority.server.requests).toEqual([])
  })
})

test('a certificate that points into a private network is not followed there', async () => {
  const fetcher = createGuardedFetcher()
  await expect(gather(authority.issue(), { fetcher })).rejects.toMatchObject(missing('FORBIDDEN_ADDRESS'))
  expect(authority.server.requests).toEqual([])
})
