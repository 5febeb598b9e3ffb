/** A scene with two applications, and what the first one may do for Ana and Biel. */
import { createPublicKey, createVerify, X509Certificate, type KeyObject } from 'node:crypto'
import { expect, inject } from 'vitest'
import {
  giveGrant,
  callCsc,
  digestOf,
  exchangeCode,
  openScene,
  registerApplication,
  type Application,
  type DemoName,
  type Scene,
} from '@rubrica/testing'

export const SHA256 = '2.16.840.1.101.3.4.2.1'
export const RSA = '1.2.840.113549.1.1.1'
export const RSA_SHA256 = '1.2.840.113549.1.1.11'
export const ECDSA_SHA256 = '1.2.840.10045.4.3.2'

export const toBase64 = (text: string) => digestOf(text).toString('base64')
export const refused = (error: string, status = 400) => ({ status, body: { error } })

type Answer = Awaited<ReturnType<typeof callCsc>>
type Given = Awaited<ReturnType<typeof exchangeCode>>['body']

export interface SigningScene extends AsyncDisposable {
  readonly scene: Scene
  readonly application: Application
  readonly other: Application
  /** Of the application, which may see a person's certificates. */
  readonly tokens: Readonly<Record<'ana' | 'biel', string>>
  readonly serviceToken: (who: DemoName, by: Application) => Promise<string>
  /** Has a person allow hashes of these texts on the authorisation page. */
  readonly allowed: (texts: readonly string[], who?: DemoName, version?: 'v1' | 'v2') => Promise<Given>
  /** What `signHash` of version 1 takes of Ana. */
  readonly orderOf: (SAD: string, texts: readonly string[], more?: object) => Record<string, unknown>
  readonly signHash: (body: object, token?: string) => Promise<Answer>
  readonly keyOf: (credentialID: string, token: string) => Promise<KeyObject>
  readonly expectSignatures: (answer: Pick<Answer, 'body'>, texts: readonly string[], key: string) => Promise<void>
  readonly query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** All that people have allowed. */
  readonly dump: () => Promise<Record<string, unknown>[]>
}

export async function openSigningScene(): Promise<SigningScene> {
  const scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE_AND_ADDRESS: '100000', LOGINS_PER_MINUTE_AND_USER: '100000' },
  })
  const application = await registerApplication(scene.portal)
  const other = await registerApplication(scene.portal, { id: 'other' })
  const serviceToken: SigningScene['serviceToken'] = async (who, by) => {
    const { code } = await giveGrant(scene, who, { application: by, request: { scope: 'service' } })
    return (await exchangeCode(scene, by, { code })).body.access_token
  }
  const tokens = { ana: await serviceToken('ana', application), biel: await serviceToken('biel', application) }
  const keyOf: SigningScene['keyOf'] = async (credentialID, token) => {
    const { body } = await callCsc(scene, 'v1/credentials/info', { token, body: { credentialID } })
    const [first] = (body['cert'] as { certificates: string[] }).certificates
    const { publicKey } = new X509Certificate(Buffer.from(first!, 'base64'))
    return createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
  }
  const query: SigningScene['query'] = (text, values = []) => scene.portal.server.database!.query(text, values)
  return {
    ...{ scene, application, other, tokens, serviceToken, keyOf, query },
    allowed: async (texts, who = 'ana', version = 'v1') => {
      const { code } = await giveGrant(scene, who, { application, hashes: texts.map(digestOf) })
      return (await exchangeCode(scene, application, { code, version })).body
    },
    orderOf: (SAD, texts, more = {}) => ({
      credentialID: scene.people.ana.certificateId,
      SAD,
      hash: texts.map(toBase64),
      hashAlgo: SHA256,
      signAlgo: RSA_SHA256,
      ...more,
    }),
    signHash: (body, token = tokens.ana) => callCsc(scene, 'v1/signatures/signHash', { token, body }),
    expectSignatures: async (answer, texts, key) => {
      const publicKey = await keyOf(key, tokens.ana)
      const signatures = answer.body['signatures'] as string[]
      expect(signatures).toHaveLength(texts.length)
      for (const [index, text] of texts.entries()) {
        expect(createVerify('sha256').update(text).verify(publicKey, signatures[index]!, 'base64'), text).toBe(true)
      }
    },
    dump: () => query('select * from grants order by id'),
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  }
}
