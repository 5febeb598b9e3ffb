/** SAML responses that are not believed: forged, meant for others, wrapped, or no SAML at all. */
import { beforeAll, describe, expect, test } from 'vitest'
import { makeAssertion, SAML_PORTAL as HERE, toBase64, wrapInResponse, type SamlKey } from '@rubrica/testing'
import type { SamlProviderConfig } from '../../config/read-logins.ts'
import { FACTS, refused, samlProvider } from '../../../testing/saml-provider.ts'
import { openSamlProviders } from './open-saml-providers.ts'

const { identify, made, open, signed } = samlProvider()
let otherKey: SamlKey
let provider: SamlProviderConfig
beforeAll(() => {
  ;({ otherKey, provider } = made())
})

describe('a response', () => {
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
