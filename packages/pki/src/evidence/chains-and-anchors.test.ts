import { describe, expect, test } from 'vitest'
import { encodeExplicit, encodeOid, encodeSequence, encodeSetOf, encodeUnsignedInteger } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { createGuardedFetcher } from '../outgoing/create-guarded-fetcher.ts'
import { ago, authority, gather, missing, serveAuthorityToEachTest } from '../../testing/gather-test-evidence.ts'
import { addressExtensions, makeTestCrl, makeTestOcsp } from '../../testing/make-test-evidence.ts'
import { makeTestSigner, type TestSigner } from '../../testing/make-test-signer.ts'

serveAuthorityToEachTest()

/** SignedData with nothing but certificates. */
function bundleOf(...certificates: readonly Uint8Array[]): Uint8Array {
  const signedData = encodeSequence(
    encodeUnsignedInteger(1),
    encodeSetOf([]),
    encodeSequence(encodeOid(OID.data)),
    encodeSetOf(certificates, 0xa0),
    encodeSetOf([]),
  )
  return encodeSequence(encodeOid(OID.signedData), encodeExplicit(0, signedData))
}

describe('a chain that ends in no anchor', () => {
  test('is UNTRUSTED, and none of its addresses is called', async () => {
    const stranger = makeTestSigner({ isCa: true, commonName: 'Stranger' })
    const signer = authority.issue({ issuer: stranger })
    await expect(gather(signer)).rejects.toMatchObject(missing('UNTRUSTED'))
    expect(authority.server.requests).toEqual([])
  })

  test('is completed only from the origins that are named', async () => {
    const signer = authority.issue()
    await expect(gather(signer, { pool: [] })).rejects.toMatchObject(missing('UNTRUSTED'))
    expect(authority.server.requests).toEqual([])
    const evidence = await gather(signer, { pool: [], issuerOrigins: [authority.server.origin] })
    expect(evidence.certificates).toContainEqual(authority.ca.certificate)
    expect(authority.server.requests).toContain('GET /ca.cer')
  })

  test('is completed from a bundle, too, step by step', async () => {
    const { server, root, ca, answers } = authority
    const issuer = `${server.origin}/bundle`
    const below = makeTestSigner({
      commonName: 'Below',
      isCa: true,
      issuer: ca,
      extensions: addressExtensions({ issuer: `${server.origin}/ca.cer`, ocsp: `${server.origin}/ocsp/ca` }),
    })
    answers.set('/bundle', bundleOf(root.certificate, below.certificate))
    answers.set('/ocsp/ca', makeTestOcsp({ ...below, issuer: ca }))
    answers.set('/below.crl', makeTestCrl({ issuer: below }))
    const addresses = { issuer, crl: `${server.origin}/below.crl` }
    const evidence = await gather(authority.issue({ issuer: below, addresses }), { pool: [], issuerOrigins: 'any' })
    expect(evidence.certificates).toHaveLength(4)
  })

  test('stays so when the address of the issuer gives more than anybody would compare', async () => {
    const { server, ca, root, answers } = authority
    const filler = makeTestSigner({ commonName: 'Filler'.repeat(50_000) }).certificate
    const addresses = { issuer: `${server.origin}/bundle` }
    const signer = authority.issue({ addresses })
    const fetcher = createGuardedFetcher({ allowedPrivateOrigins: [server.origin] })
    const request = { pool: [], issuerOrigins: 'any' as const, fetcher }
    answers.set('/bundle', bundleOf(ca.certificate, root.certificate, filler))
    await expect(gather(signer, request)).rejects.toMatchObject(missing('UNTRUSTED'))
  })

  test('stays so when the address of the issuer gives something else', async () => {
    authority.answers.set('/ca.cer', makeTestSigner({ isCa: true }).certificate)
    const request = { pool: [], issuerOrigins: 'any' as const }
    await expect(gather(authority.issue(), request)).rejects.toMatchObject(missing('UNTRUSTED'))
  })
})

describe('evidence does not depend on which certificate of the chain is the anchor', () => {
  test.each([
    ['the issuing authority', () => authority.ca.certificate],
    ['a certificate that was fetched for it', () => authority.ca.certificate, 'fetch'],
    ['the certificate itself', (signer: TestSigner) => signer.certificate],
  ])('also when it is %s', async (_, anchorOf, place?: string) => {
    const signer = authority.issue()
    const whole = await gather(signer)
    const anchors = [anchorOf(signer)]
    const evidence = await gather(signer, { anchors, pool: place === 'fetch' ? [] : signer.chain })
    expect(evidence.certificates).toEqual(whole.certificates)
    expect([evidence.ocsps.length, evidence.crls.length]).toEqual([2, 0])
    const { root } = authority
    const asked = authority.server.requests.length
    expect(await gather(signer, { anchors: [root.certificate], pool: [], known: evidence })).toEqual(evidence)
    expect(authority.server.requests).toHaveLength(asked)
  })

  test('what cannot be had above the anchor is missed by nobody', async () => {
    for (const path of ['/root.cer', '/root.crl', '/ocsp/root']) {
      authority.answers.set(path, (_request, response) => void response.writeHead(503).end())
    }
    const signer = authority.issue()
    const anchors = [authority.ca.certificate]
    const { certificates, ocsps } = await gather(signer, { anchors, pool: [] })
    expect([certificates, ocsps.length]).toEqual([[signer.certificate, authority.ca.certificate], 1])
    const withRoot = await gather(signer, { anchors })
    expect(withRoot.certificates).toEqual([signer.certificate, authority.ca.certificate, authority.root.certificate])
  })

  test('nor is a revocation above it, which does not matter to the anchor below', async () => {
    const { ca, root } = authority
    const status = { revokedAt: ago(0.5) }
    authority.answers.set('/ocsp/root', makeTestOcsp({ ...ca, issuer: root, status }))
    const { ocsps } = await gather(authority.issue(), { anchors: [ca.certificate] })
    expect(ocsps).toHaveLength(1)
  })

  test('no address is called that only an unknown certificate above the anchor names', async () => {
    const { server, root, ca } = authority
    const trap = `${server.origin}/trap`
    const stranger = makeTestSigner({ isCa: true, commonName: 'Stranger' })
    const extensions = addressExtensions({ ocsp: trap, crl: trap, issuer: trap })
    const cross = makeTestSigner({ commonName: 'Root', isCa: true, keyOf: root, issuer: stranger, extensions })
    authority.answers.set('/root.cer', (_request, response) => void response.writeHead(503).end())
    const pool = [ca.certificate, cross.certificate, stranger.certificate]
    await gather(authority.issue(), { anchors: [ca.certificate], pool })
    expect(authority.server.requests.filter((path) => path.includes('trap'))).toEqual([])
  })
})
