/** Which SAML responses are believed. The corpus of `../shared` is tried where it is there. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeAssertion, SAML_PORTAL as HERE, type SamlKey } from '@rubrica/testing'
import type { SamlProviderConfig } from '../../config/read-logins.ts'
import { FACTS, refused, samlProvider } from '../../../testing/saml-provider.ts'
import { openSamlClient } from './open-saml-client.ts'
import { openSamlProviders } from './open-saml-providers.ts'

const { identify, made, open, signed } = samlProvider()
let key: SamlKey
let otherKey: SamlKey
let provider: SamlProviderConfig
beforeAll(() => {
  ;({ key, otherKey, provider } = made())
})
afterEach(() => void vi.useRealTimers())

const named = (subject: string) => ({ identity: { name: { subject } } })

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
