/** Which SAML responses are believed. The corpus of `../shared` is tried where it is there. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  makeAssertion,
  makeSamlKey,
  SAML_FACTS,
  SAML_PORTAL as HERE,
  toBase64,
  wrapInResponse,
  type SamlFacts,
  type SamlKey,
} from '@rubrica/testing'
import type { SamlProviderConfig } from '../../config/read-logins.ts'
import { openSamlClient } from './open-saml-client.ts'
import { openSamlProviders } from './open-saml-providers.ts'

const FACTS: SamlFacts = {
  ...SAML_FACTS,
  attributes: { mail: ['ana@idp.example'], dni: ['12345678Z'] },
}

let key: SamlKey
let otherKey: SamlKey
let provider: SamlProviderConfig
beforeAll(() => {
  key = makeSamlKey()
  otherKey = makeSamlKey()
  provider = {
    name: 'test',
    domains: ['idp.example'],
    issuer: FACTS.issuer,
    entryPoint: 'https://idp.example/sso',
    certificates: [key.certificate],
    emailAttribute: 'mail',
    legalIdAttribute: 'dni',
    acceptSha1: false,
  }
})
afterEach(() => void vi.useRealTimers())

const open = (changes: Partial<SamlProviderConfig> = {}) =>
  openSamlClient({ provider: { ...provider, ...changes }, here: () => HERE, now: () => new Date() })

const signed = (facts: Partial<SamlFacts> = {}, by = key) => makeAssertion({ ...FACTS, ...facts }, { key: by })
const respond = (content: string) => toBase64(wrapInResponse(content, FACTS))
const identify = (content: string, changes?: Partial<SamlProviderConfig>) =>
  open(changes).identify(respond(content), FACTS.requestId)
const named = (subject: string) => ({ identity: { name: { subject } } })
const refused = expect.objectContaining({ name: 'PortalError', code: 'LOGIN_CODE_INVALID' }) as unknown

describe('a request', () => {
  test('is for our entity and comes back to our address, under an id of its own', async () => {
    const client = open()
    const { id, address } = await client.ask()
    const url = new URL(address)
    expect(url.origin + url.pathname).toBe('https://idp.example/sso')
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest')!, 'base64')).toString()
    expect(xml).toContain(`ID="${id}"`)
    expect(xml).toContain(`AssertionConsumerServiceURL="${HERE.acsUrl}"`)
    expect(xml).toContain(`${HERE.entityId}</saml:Issuer>`)
    expect((await client.ask()).id).not.toBe(id)
  })

  test('goes to the provider of the domain; an unknown domain has none', () => {
    const providers = openSamlProviders({ providers: [provider], here: () => HERE, now: () => new Date() })
    expect(providers.ofDomain('idp.example')?.issuer).toBe(FACTS.issuer)
    expect(providers.ofDomain('other.example')).toBeUndefined()
    expect(providers.ofIssuer('https://other.example')).toBeUndefined()
  })

  test('asks for a name that stays, unless an attribute is the name', async () => {
    const asked = async (changes?: Partial<SamlProviderConfig>) => {
      const { searchParams } = new URL((await open(changes).ask()).address)
      return inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString()
    }
    expect(await asked()).toContain('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"')
    expect(await asked({ idAttribute: 'number' })).not.toContain('nameid-format')
  })

  test('the metadata ask for a name that stays and for the attributes that providers are set up with', () => {
    const metadataFor = (providers: SamlProviderConfig[]) =>
      openSamlProviders({ providers, here: () => HERE, now: () => new Date() }).metadata()
    const xml = metadataFor([provider, { ...provider, emailAttribute: 'urn:x?a&b', idAttribute: 'number' }])
    expect(xml).toContain('<md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>')
    const names = (text: string) => [...text.matchAll(/<md:RequestedAttribute Name="([^"]+)"/g)].map(([, name]) => name)
    expect(names(xml)).toEqual(['mail', 'dni', 'urn:x?a&amp;b', 'number'])
    expect(names(metadataFor([]))).toEqual(['urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:2.5.4.5'])
  })

  test('the metadata tell a provider our entity id, our address and that assertions must be signed', () => {
    const xml = openSamlProviders({ providers: [], here: () => HERE, now: () => new Date() }).metadata()
    expect(xml).toContain(`entityID="${HERE.entityId}"`)
    expect(xml).toContain(`Location="${HERE.acsUrl}"`)
    expect(xml).toContain('WantAssertionsSigned="true"')
  })
})

describe('a response', () => {
  test('whose assertion is signed for us names the person', async () => {
    const answer = await identify(signed({ id: '_assertion-1' }))
    expect(answer).toMatchObject({
      assertionId: '_assertion-1',
      identity: {
        provider: 'saml',
        issuer: FACTS.issuer,
        name: { subject: 'ana-at-idp' },
        emails: ['ana@idp.example'],
        legalId: '12345678Z',
        gaps: [],
      },
    })
    expect(answer.expiresAt.getTime()).toBeGreaterThan(Date.now())
  })

  test.each([
    ['transient', 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'],
    ['unspecified', 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'],
    ['emailAddress', 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
    ['another one', 'https://idp.example/user-name'],
  ])('whose name may pass to somebody else (%s) is known by its attributes only', async (format, nameIdFormat) => {
    const { identity } = await identify(signed({ nameIdFormat }))
    expect(identity).toMatchObject({
      name: undefined,
      legalId: '12345678Z',
      gaps: [`the format of its NameID (${format}) is not persistent, and no idAttribute is set up`],
    })
  })

  test('whose name is unique at another provider only is known by its attributes only', async () => {
    const { identity } = await identify(signed({ nameQualifier: 'https://other-idp.example' }))
    expect(identity).toMatchObject({ name: undefined, gaps: ['its NameID is that of another provider'] })
    expect(await identify(signed({ nameQualifier: FACTS.issuer }))).toMatchObject(named('ana-at-idp'))
  })

  test('has the attribute that the operator chose as its name, whatever the NameID is', async () => {
    const attributes = { ...FACTS.attributes, number: ['0042'] }
    const { identity } = await identify(signed({ attributes }), { idAttribute: 'number' })
    expect(identity).toMatchObject({ name: { attribute: 'number', subject: '0042' }, gaps: [] })
  })

  test.each([
    ['is missing', {}],
    ['is missing', { number: [''] }],
    ['has several values', { number: ['1', '2'] }],
  ])('whose chosen attribute %s has no name, also with a good NameID', async (fault, attributes) => {
    const { identity } = await identify(signed({ attributes: { ...FACTS.attributes, ...attributes } }), {
      idAttribute: 'number',
    })
    expect(identity).toMatchObject({ name: undefined, gaps: [`the attribute "number" ${fault}`] })
  })

  test('does not vouch for addresses of other domains, and says what is missing', async () => {
    const { identity } = await identify(signed({ attributes: { mail: ['ana@bank.example'] } }))
    expect(identity).toMatchObject({
      emails: [],
      legalId: undefined,
      gaps: ['the attribute "dni" is missing', 'the attribute "mail" has no address of its domains'],
    })
  })

  test('with several numbers proves none, with several addresses those of its domains', async () => {
    const mail = ['ana@bank.example', 'ana@idp.example', 'a.vidal@idp.example']
    const { identity } = await identify(signed({ attributes: { mail, dni: ['1', '2'] } }))
    expect(identity).toMatchObject({
      emails: ['ana@idp.example', 'a.vidal@idp.example'],
      legalId: undefined,
      gaps: ['the attribute "dni" has several values'],
    })
  })

  test('can have the address as its name', async () => {
    const { identity } = await identify(signed({ nameId: 'ana@idp.example' }), { emailAttribute: 'NameID' })
    expect(identity.emails).toEqual(['ana@idp.example'])
  })

  test('with SHA-1 is taken only from a provider that can do nothing better', async () => {
    const weak = makeAssertion(FACTS, { key, hash: 'sha1' })
    await expect(identify(weak)).rejects.toEqual(refused)
    await expect(identify(weak.replaceAll('sha1"', 'sh&#x61;1"'))).rejects.toEqual(refused)
    expect(await identify(weak, { acceptSha1: true })).toMatchObject(named('ana-at-idp'))
  })

  test('with a key that the provider is changing to is taken beside the old one', async () => {
    const certificates = [otherKey.certificate, key.certificate]
    expect(await identify(signed(), { certificates })).toMatchObject(named('ana-at-idp'))
  })

  test.each([-5, 5])('from a clock that is %i minutes off is taken', async (off) => {
    const now = Date.now()
    const notBefore = new Date(now + off * 60_000)
    const notOnOrAfter = new Date(now + (off + 1) * 60_000)
    expect(await identify(signed({ notBefore, notOnOrAfter }))).toMatchObject(named('ana-at-idp'))
  })

  test('with references that XML has anyway is read as meant', async () => {
    const { identity } = await identify(signed({ nameId: 'a&amp;b&lt;c' }))
    expect(identity.name?.subject).toBe('a&b<c')
  })

  test('with a comment within the name is not read up to it', async () => {
    const assertion = signed({ nameId: 'ana-at-idp.evil' }).replace('ana-at-idp.evil', 'ana-at-idp<!---->.evil')
    const answer = await identify(assertion).catch(() => undefined)
    expect(answer?.identity.name?.subject ?? 'refused').not.toBe('ana-at-idp')
  })

  const long = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const WRONG: readonly (readonly [string, () => string])[] = [
    ['unsigned', () => makeAssertion(FACTS)],
    ['signed by somebody else', () => signed({}, otherKey)],
    ['changed after it was signed', () => signed().replace('ana-at-idp', 'biel-at-idp')],
    ['with a changed attribute', () => signed().replace('12345678Z', '87654321X')],
    ['for another audience', () => signed({ audience: 'https://other.example' })],
    ['for another address', () => signed({ recipient: 'https://other.example/acs' })],
    ['for another request', () => signed({ requestId: '_request-2' })],
    ['of another issuer', () => signed({ issuer: 'https://other-idp.example' })],
    ['expired six minutes ago', () => signed({ notOnOrAfter: long(-6) })],
    ['not valid before six minutes from now', () => signed({ notBefore: long(6), notOnOrAfter: long(9) })],
    ['two at once', () => signed() + signed()],
    ['none', () => ''],
    ['without its signature value', () => signed().replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '')],
    [
      'with an empty signature',
      () => signed().replace(/<ds:SignatureValue>.*(?=<\/ds:SignatureValue>)/, '<ds:SignatureValue>'),
    ],
    ['signed by nobody’s algorithm', () => signed().replace('xmldsig-more#rsa-sha256', 'xmldsig#hmac-sha1')],
    [
      'with a transform that cuts',
      () =>
        signed().replace(
          'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
          'http://www.w3.org/TR/1999/REC-xpath-19991116',
        ),
    ],
    ['with the reference to everything', () => signed().replace(/URI="#[^"]+"/, 'URI=""')],
  ]
  test.each(WRONG)('%s is refused', async (_what, content) => {
    await expect(identify(content())).rejects.toEqual(refused)
  })

  const evil = () => makeAssertion({ ...FACTS, nameId: 'evil', id: '_evil' })
  const signatureOf = (assertion: string) => /<ds:Signature .*<\/ds:Signature>/.exec(assertion)![0]
  const WRAPPED: readonly (readonly [string, () => string])[] = [
    ['the signed one beside a forged one', () => evil() + signed()],
    ['the forged one beside the signed one', () => signed() + evil()],
    [
      'the signed one within the forged one',
      () => evil().replace('</saml:Issuer>', `</saml:Issuer><saml:Advice>${signed()}</saml:Advice>`),
    ],
    ['the signed one within extensions', () => `<samlp:Extensions>${signed()}</samlp:Extensions>${evil()}`],
    [
      'the signature of the signed one within the forged one',
      () => evil().replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(signed())}`),
    ],
    [
      'the signed one in an object of the forged one’s signature',
      () => {
        const original = signed({ id: '_same' })
        const signature = signatureOf(original).replace(
          '</ds:Signature>',
          `<ds:Object>${original.replace(signatureOf(original), '')}</ds:Object></ds:Signature>`,
        )
        return evil().replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
      },
    ],
    ['both under one id', () => signed({ id: '_evil' }) + evil()],
    [
      'two subjects, the second forged',
      () =>
        signed().replace(
          '</saml:Subject>',
          '</saml:Subject><saml:Subject><saml:NameID>evil</saml:NameID></saml:Subject>',
        ),
    ],
  ]
  test.each(WRAPPED)('wrapped: %s lets nobody in', async (_what, content) => {
    await expect(identify(content())).rejects.toEqual(refused)
  })

  test('in which the provider says no without naming a request is told as a refusal too, and a good one is not taken', () => {
    const providers = openSamlProviders({ providers: [provider], here: () => HERE, now: () => new Date() })
    const unnamed = wrapInResponse(signed(), FACTS).replace(/ InResponseTo="[^"]*"/, '')
    const denied = unnamed.replace('status:Success', 'status:Responder')
    const refusal = expect.objectContaining({ name: 'PortalError', code: 'LOGIN_REFUSED' }) as Error
    expect(() => providers.readEnvelope(toBase64(denied))).toThrow(refusal)
    expect(() => providers.readEnvelope(toBase64(unnamed))).toThrow(refused)
  })

  test('in which the provider says no is told as a refusal', async () => {
    const status =
      '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode></samlp:Status>'
    const xml = wrapInResponse('', FACTS).replace(/<samlp:Status>.*<\/samlp:Status>/, status)
    await expect(open().identify(toBase64(xml), FACTS.requestId)).rejects.toEqual(
      expect.objectContaining({ code: 'LOGIN_REFUSED', message: 'The request is not allowed.' }),
    )
  })
})

describe('hostile XML', () => {
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>`
  const external = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>`
  const HOSTILE: readonly (readonly [string, () => string])[] = [
    ['entities that grow', () => entities + wrapInResponse(signed(), FACTS).replace('ana-at-idp', '&c;')],
    ['an entity from a file', () => external + wrapInResponse(signed(), FACTS).replace('ana-at-idp', '&f;')],
    ['a document type in small letters', () => `<!doctype x>${wrapInResponse(signed(), FACTS)}`],
    ['ten thousand levels', () => wrapInResponse('<a>'.repeat(10_000) + '</a>'.repeat(10_000), FACTS)],
    ['almost too many levels', () => wrapInResponse('<a>'.repeat(240) + '</a>'.repeat(240), FACTS)],
    ['almost too many namespaces on each of many levels', () => wrapInResponse(manyNamespaces(240), FACTS)],
    ['a megabyte', () => wrapInResponse('x'.repeat(1_000_000), FACTS)],
    ['no XML', () => 'hello'],
    ['nothing', () => ''],
    ['half of it', () => wrapInResponse(signed(), FACTS).slice(0, 2000)],
    ['bytes that are no text', () => Buffer.from([0xff, 0xfe, 0, 1, 2]).toString('latin1')],
    ['another document', () => '<html><body>404</body></html>'],
    ['a namespace for each of many levels', () => wrapInResponse(manyNamespaces(1500), FACTS)],
  ]
  test.each(HOSTILE)('%s lets nobody in', async (_what, xml) => {
    await expect(open().identify(toBase64(xml()), FACTS.requestId)).rejects.toEqual(refused)
  })

  /** Signed by nobody, and with the work of a canonical form before that is found out. */
  function manyNamespaces(count: number): string {
    const levels = Array.from({ length: count }, (_, level) => `<n${level}:a xmlns:n${level}="urn:${level}">`)
    const ends = Array.from({ length: count }, (_, level) => `</n${count - 1 - level}:a>`)
    return signed().replace(
      '</saml:Issuer>',
      `</saml:Issuer><saml:Advice>${levels.join('')}${ends.join('')}</saml:Advice>`,
    )
  }
})

const CORPUS = resolve(import.meta.dirname, '../../../../../../shared/corpora/saml')

describe.skipIf(!existsSync(CORPUS))('the corpus of ../shared', () => {
  const at = (folder: string) => readdirSync(join(CORPUS, folder)).map((name) => [name] as const)
  const ask = (folder: string, name: string) => {
    // The clock that the responses were made for; they name no audience, and are signed with SHA-1.
    vi.useFakeTimers({ now: new Date('2020-09-25T16:30:00Z'), toFake: ['Date'] })
    const client = openSamlClient({
      provider: {
        ...provider,
        issuer: 'https://evil-corp.com',
        domains: ['evil-corp.com'],
        emailAttribute: 'NameID',
        certificates: [readFileSync(join(CORPUS, 'idp-cert.pem'), 'utf8')],
        acceptSha1: true,
      },
      here: () => ({ entityId: 'unnamed', acsUrl: 'https://evil-corp.madness.com/sso/callback', sloUrl: 'unnamed' }),
      audience: null,
      now: () => new Date(),
    })
    const response = readFileSync(join(CORPUS, folder, name)).toString('base64')
    return client.identify(response, '_e8df3fe5f04237d25670')
  }

  test.each(existsSync(CORPUS) ? at('invalid') : [])('invalid: %s is refused', async (name) => {
    await expect(ask('invalid', name)).rejects.toEqual(refused)
  })

  test.each(existsSync(CORPUS) ? at('valid') : [])('valid: %s is taken', async (name) => {
    expect((await ask('valid', name)).identity.emails).toEqual(['vincent.vega@evil-corp.com'])
  })
})
