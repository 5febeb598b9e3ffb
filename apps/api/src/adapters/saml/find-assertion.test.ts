/** Responses that are signed as a whole, and assertions that are encrypted: which are believed. */
import { createPrivateKey } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  encryptAssertion,
  makeAssertion,
  makeSamlKey,
  SAML_FACTS as FACTS,
  SAML_PORTAL as HERE,
  toBase64,
  wrapInResponse,
  type SamlEncryption,
  type SamlFacts,
  type SamlKey,
} from '@rubrica/testing'
import { openSamlClient } from './open-saml-client.ts'

let provider: SamlKey
let stranger: SamlKey
let own: SamlKey
let next: SamlKey
beforeAll(() => {
  provider = makeSamlKey()
  stranger = makeSamlKey()
  own = makeSamlKey()
  next = makeSamlKey()
})

const openKey = ({ certificate, privateKey }: SamlKey) => ({ certificate, privateKey: createPrivateKey(privateKey) })

function identify(xml: string, keys: readonly SamlKey[] = [own]) {
  const client = openSamlClient({
    provider: {
      name: 'test',
      domains: ['idp.example'],
      issuer: FACTS.issuer,
      entryPoint: 'https://idp.example/sso',
      certificates: [provider.certificate],
      acceptSha1: false,
    },
    here: () => HERE,
    keys: keys.map(openKey),
    now: () => new Date(),
  })
  return client.identify(toBase64(xml), FACTS.requestId)
}

const signed = (facts: Partial<SamlFacts> = {}) => makeAssertion({ ...FACTS, ...facts }, { key: provider })
const unsigned = (facts: Partial<SamlFacts> = {}) => makeAssertion({ ...FACTS, ...facts })
const evil = () => unsigned({ nameId: 'evil', id: '_evil' })
const encrypt = (assertion: string, how: Partial<SamlEncryption> = {}) =>
  encryptAssertion(assertion, { certificate: own.certificate, ...how })
const respond = (content: string, by?: SamlKey) => wrapInResponse(content, FACTS, by && { key: by })
const signatureOf = (xml: string) => /<ds:Signature .*?<\/ds:Signature>/.exec(xml)![0]

const isAna = { identity: { name: { subject: 'ana-at-idp' } } }
const refused = expect.objectContaining({ name: 'PortalError', code: 'LOGIN_CODE_INVALID' }) as unknown
const because = (reason: string) =>
  expect.objectContaining({ code: 'LOGIN_CODE_INVALID', cause: new Error(`SAML: ${reason}`) }) as unknown

test('a response that is signed as a whole names the person, whether its assertion is signed too or not', async () => {
  expect(await identify(respond(unsigned(), provider))).toMatchObject(isAna)
  expect(await identify(respond(signed(), provider))).toMatchObject(isAna)
})

describe('an encrypted assertion', () => {
  const WAYS = (['aes128-cbc', 'aes256-cbc', 'aes128-gcm', 'aes256-gcm'] as const).flatMap((content) =>
    (['sha1', 'sha256'] as const).map((key) => ({ content, key })),
  )
  test.each(WAYS)('that is signed is taken: $content, OAEP with $key', async (how) => {
    expect(await identify(respond(encrypt(signed(), how)))).toMatchObject(isAna)
  })

  test('that is not signed is taken from a response that is', async () => {
    expect(await identify(respond(encrypt(unsigned()), provider))).toMatchObject(isAna)
  })

  test('is read with either key while ours changes', async () => {
    expect(await identify(respond(encrypt(signed())), [next, own])).toMatchObject(isAna)
    const forNext = encrypt(signed(), { certificate: next.certificate })
    expect(await identify(respond(forNext), [next, own])).toMatchObject(isAna)
  })

  test('of a server without a key, or for another key, says so in the log', async () => {
    const xml = respond(encrypt(signed()))
    await expect(identify(xml, [])).rejects.toEqual(because('it is encrypted, and SAML_KEYS names no key'))
    await expect(identify(xml, [next])).rejects.toEqual(because('it is encrypted for none of our keys'))
  })

  test('whose key is encrypted as PKCS #1 1.5 has it is refused', async () => {
    await expect(identify(respond(encrypt(signed(), { key: 'pkcs1' })))).rejects.toEqual(
      because('its key is encrypted by an algorithm that is not taken'),
    )
  })

  test.each(['tripledes-cbc', 'kw-aes128'])('by %s is refused', async (algorithm) => {
    const xml = respond(encrypt(signed(), { content: 'aes128-cbc' }).replace('#aes128-cbc', `#${algorithm}`))
    await expect(identify(xml)).rejects.toEqual(because('it is encrypted by an algorithm that is not taken'))
  })
})

const WRONG: readonly (readonly [string, () => string])[] = [
  ['a response and an assertion that nobody signed', () => respond(unsigned())],
  ['a response that a stranger signed', () => respond(unsigned(), stranger)],
  ['a response that a stranger signed around a good assertion', () => respond(signed(), stranger)],
  ['a response that was changed', () => respond(unsigned(), provider).replace('ana-at-idp', 'biel-at-idp')],
  [
    'a good response around an assertion that a stranger signed',
    () => respond(makeAssertion(FACTS, { key: stranger }), provider),
  ],
  ['a good response with two assertions', () => respond(unsigned() + unsigned(), provider)],
  [
    'a good response into which an assertion was put',
    () => respond(unsigned(), provider).replace('</samlp:Status>', `</samlp:Status>${evil()}`),
  ],
  [
    'a good response within another one',
    () => respond(`<samlp:Extensions>${respond(unsigned(), provider)}</samlp:Extensions>${evil()}`),
  ],
  [
    'the signature of a good response in another one',
    () => respond(evil()).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(respond(unsigned(), provider))}`),
  ],
  [
    'a good response in an object of the signature of another one of its id',
    () => {
      const good = respond(unsigned(), provider)
      const signature = signatureOf(good)
      const hidden = signature.replace(
        '</ds:Signature>',
        `<ds:Object>${good.replace(signature, '')}</ds:Object></ds:Signature>`,
      )
      const id = /<samlp:Response [^>]*ID="([^"]+)"/.exec(good)![1]!
      return respond(evil())
        .replace(/ ID="[^"]+"/, ` ID="${id}"`)
        .replace('</saml:Issuer>', `</saml:Issuer>${hidden}`)
    },
  ],
  ['an encrypted assertion that nobody signed', () => respond(encrypt(unsigned()))],
  ['an encrypted assertion that a stranger signed', () => respond(encrypt(makeAssertion(FACTS, { key: stranger })))],
  [
    'an encrypted assertion that a stranger signed in a good response',
    () => respond(encrypt(makeAssertion(FACTS, { key: stranger })), provider),
  ],
  ['an encrypted one beside a good one', () => respond(signed() + encrypt(evil()))],
  [
    'an encrypted one in the place of that of a good response',
    () =>
      respond(encrypt(unsigned()), provider).replace(
        /<saml:EncryptedAssertion.*<\/saml:EncryptedAssertion>/,
        encrypt(evil()),
      ),
  ],
  [
    'a good one within an encrypted one',
    () => respond(encrypt(evil().replace('</saml:Issuer>', `</saml:Issuer><saml:Advice>${signed()}</saml:Advice>`))),
  ],
  ['an encrypted document type', () => respond(encrypt(`<!DOCTYPE x [<!ENTITY a "b">]>${signed()}`))],
  ['something else that is encrypted', () => respond(encrypt('<html></html>'), provider)],
  ['something encrypted that is no XML', () => respond(encrypt('hello'), provider)],
  [
    'an encrypted one without its content',
    () => respond(encrypt(signed()).replace(/<xenc:CipherData>(?!.*<xenc:CipherData>).*<\/xenc:CipherData>/, '')),
  ],
  [
    'an encrypted one that was cut',
    () =>
      respond(
        encrypt(signed(), { content: 'aes128-cbc' }).replace(
          /.{5}(?=<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/,
          '',
        ),
      ),
  ],
  [
    'an encrypted one that was changed',
    () =>
      respond(
        encrypt(signed()).replace(/.{8}(?=<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/, 'AAAAAAA='),
      ),
  ],
  [
    'an encrypted one that is signed with SHA-1',
    () => respond(encrypt(makeAssertion(FACTS, { key: provider, hash: 'sha1' }))),
  ],
]
test.each(WRONG)('%s lets nobody in', async (_what, xml) => {
  await expect(identify(xml())).rejects.toEqual(refused)
})
