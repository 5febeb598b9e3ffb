/** An identity provider in memory, and what it says of ana. */
import { beforeAll, expect } from 'vitest'
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
import { openSamlClient } from '../src/adapters/saml/open-saml-client.ts'
import type { SamlProviderConfig } from '../src/config/read-logins.ts'

export const FACTS: SamlFacts = {
  ...SAML_FACTS,
  attributes: { mail: ['ana@idp.example'], dni: ['12345678Z'] },
}

/** How a response ends that is not believed. */
export const refused = expect.objectContaining({ name: 'PortalError', code: 'LOGIN_CODE_INVALID' }) as unknown

interface SamlProvider {
  readonly key: SamlKey
  /** Of somebody else. */
  readonly otherKey: SamlKey
  readonly provider: SamlProviderConfig
}

/** Makes a provider with keys of its own for the tests of a file. */
export function samlProvider() {
  let made: SamlProvider

  beforeAll(() => {
    const key = makeSamlKey()
    made = {
      key,
      otherKey: makeSamlKey(),
      provider: {
        name: 'test',
        domains: ['idp.example'],
        issuer: FACTS.issuer,
        entryPoint: 'https://idp.example/sso',
        certificates: [key.certificate],
        emailAttribute: 'mail',
        legalIdAttribute: 'dni',
        acceptSha1: false,
      },
    }
  })

  const open = (changes: Partial<SamlProviderConfig> = {}) =>
    openSamlClient({ provider: { ...made.provider, ...changes }, here: () => HERE, now: () => new Date() })

  return {
    /** Once it is made. */
    made: () => made,

    /** Our client of it. */
    open,

    signed: (facts: Partial<SamlFacts> = {}, by = made.key) => makeAssertion({ ...FACTS, ...facts }, { key: by }),

    /** Has our client read a response with these assertions. */
    identify: (content: string, changes?: Partial<SamlProviderConfig>) =>
      open(changes).identify(toBase64(wrapInResponse(content, FACTS)), FACTS.requestId),
  }
}
