import { X509Certificate } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { statusOf, TestSandbox } from '../../test-sandbox.ts'
import { TestBrowser } from '../test-browser.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterEach(() => sandbox.postJson('/control/reset', {}))
afterAll(() => sandbox.close())

const ACS = 'http://127.0.0.1:9/api/saml/acs'
const PORTAL = 'http://127.0.0.1:9/api/saml/metadata'

const writeRequest = (acs = ACS): string =>
  `<?xml version="1.0"?><samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r1" Version="2.0" AssertionConsumerServiceURL="${acs}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${PORTAL}</saml:Issuer></samlp:AuthnRequest>`

const deflate = (xml: string): string => deflateRawSync(xml).toString('base64')

const addressOf = (SAMLRequest: string): string => {
  const { entryPoint } = sandbox.running.facts.saml
  return `${entryPoint}?${new URLSearchParams({ SAMLRequest, RelayState: 'r & s' }).toString()}`
}

/** What the browser would post to the portal, once somebody chose an account. */
async function choose(account: string): Promise<{ page: string; fields: Record<string, string>; xml: string }> {
  const browser = new TestBrowser(sandbox.url)
  const choice = await browser.open(addressOf(deflate(writeRequest())))
  const { text } = await browser.open(choice.url, { account })
  const found = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]))
  return { page: text, fields, xml: Buffer.from(fields.SAMLResponse ?? '', 'base64').toString() }
}

/** What the identity provider's key vouches for. */
async function readSigned(xml: string): Promise<readonly string[]> {
  const signature = /<ds:Signature [^]*<\/ds:Signature>/.exec(xml)?.[0]
  if (signature === undefined) return []
  const publicCert = await (await sandbox.get('/idp/saml/certificate.pem')).text()
  const verifier = new SignedXml({ publicCert, getCertFromKeyInfo: () => null })
  verifier.loadSignature(signature)
  try {
    return verifier.checkSignature(xml) ? verifier.getSignedReferences() : []
  } catch {
    return []
  }
}

const spoil = async (fault: string, account = 'ana') => {
  await sandbox.postJson('/control/faults', { service: 'saml', operation: 'response', fault })
  return choose(account)
}

describe('the SAML identity provider', () => {
  it('vouches for the chosen person with a signed assertion that is meant for the portal alone', async () => {
    const { page, fields, xml } = await choose('ana')
    expect(fields.RelayState).toBe('r &amp; s')
    expect(page).toContain(`action="${ACS}"`)
    expect(page).toMatch(/<button class="button">[^<]+<\/button>/)
    const [assertion = '', ...others] = await readSigned(xml)
    expect(others).toEqual([])
    for (const part of [
      `<saml:Issuer>${sandbox.running.facts.saml.issuer}</saml:Issuer>`,
      `<saml:Audience>${PORTAL}</saml:Audience>`,
      `Recipient="${ACS}"`,
      'InResponseTo="_r1"',
      '<saml:AttributeValue>ana@sandbox.example</saml:AttributeValue>',
      '<saml:AttributeValue>00000000T</saml:AttributeValue>',
    ]) {
      expect(assertion).toContain(part)
    }
  })

  it('takes a request that is posted, too', async () => {
    const form = { SAMLRequest: Buffer.from(writeRequest()).toString('base64') }
    const page = await new TestBrowser(sandbox.url).open(sandbox.running.facts.saml.entryPoint, form)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Biel Roca Puig')])
  })

  it('tells of a refusal without an assertion', async () => {
    const { xml } = await choose('refuse')
    expect(xml).toContain('<samlp:StatusMessage>The request is not allowed.</samlp:StatusMessage>')
    expect(xml).not.toContain('Assertion ')
  })

  it('has metadata with the certificate that its signatures belong to', async () => {
    const { issuer, entryPoint, certificate } = sandbox.running.facts.saml
    const metadata = await (await fetch(issuer)).text()
    const pem = await (await fetch(certificate)).text()
    expect(metadata).toContain(`entityID="${issuer}"`)
    expect(metadata).toContain(`Location="${entryPoint}"`)
    expect(metadata).toContain(new X509Certificate(pem).raw.toString('base64'))
    expect(new X509Certificate(pem).subject).toContain('SANDBOX')
  })

  it('refuses what is no request, and sends nobody to another machine', async () => {
    const bomb = deflateRawSync(Buffer.alloc(50 * 1024 * 1024)).toString('base64')
    const bad = ['', 'x', deflate('<a/>'), deflate(writeRequest().slice(0, 90)), bomb]
    for (const request of [
      ...bad,
      deflate(`<!DOCTYPE a>${writeRequest()}`),
      deflate(writeRequest('https://e.example/')),
    ]) {
      expect(await statusOf(fetch(addressOf(request), { redirect: 'manual' }))).toBeGreaterThanOrEqual(400)
    }
    expect(await statusOf(sandbox.get('/idp/saml/choose/none'))).toBe(410)
  })
})

describe('faults of the identity provider', () => {
  it.each(['unsigned', 'other-key'])('%s: nobody vouches for the assertion', async (fault) => {
    const { xml } = await spoil(fault)
    expect(xml).toContain('ana@sandbox.example')
    expect(await readSigned(xml)).toEqual([])
  })

  it.each([
    ['wrong-nonce', 'InResponseTo="_r1"'],
    ['wrong-audience', PORTAL.concat('</saml:Audience>')],
    ['wrong-issuer', 'idp/saml/metadata</saml:Issuer>'],
  ])('%s is signed as it stands', async (fault, right) => {
    const { xml } = await spoil(fault)
    expect(xml).not.toContain(right)
    expect(await readSigned(xml)).toHaveLength(1)
  })

  it('assertion-unsigned signs the response instead; wrapped puts an assertion about somebody else before it', async () => {
    expect((await readSigned((await spoil('assertion-unsigned')).xml))[0]).toMatch(/^<samlp:Response/)
    const { xml } = await spoil('wrapped')
    const [signed = ''] = await readSigned(xml)
    expect(signed).toContain('ana@sandbox.example')
    expect(xml.indexOf('biel@sandbox.example')).toBeLessThan(xml.indexOf('ana@sandbox.example'))
  })

  it('moves the times', async () => {
    const endOf = (xml: string): number => Date.parse(/Conditions .*?NotOnOrAfter="([^"]+)"/.exec(xml)?.[1] ?? '')
    expect(endOf((await spoil('expired-session')).xml)).toBeLessThan(Date.now())
    expect(endOf((await spoil('clock:900')).xml)).toBeGreaterThan(Date.now() + 900_000)
  })

  it('sends the answer before once more, and entities', async () => {
    const { xml } = await choose('biel')
    expect((await spoil('replayed')).xml).toBe(xml)
    expect((await spoil('entity-bomb')).xml).toMatch(/^<!DOCTYPE [^>]*<!ENTITY e0/)
    expect((await spoil('external-entity')).xml).toContain('<saml:AttributeValue>&e;</saml:AttributeValue>')
  })
})
