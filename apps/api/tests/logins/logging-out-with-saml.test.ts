/** Log-outs that a SAML identity provider asks for, with the sandbox in its place. */
import { createPrivateKey, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeLogoutRequest, makeSamlKey } from '@rubrica/testing'
import { exchange, samlScene } from '../scenes/saml-scene.ts'

const { choose, deliver, open, portal } = samlScene()

describe('a request of the provider to log somebody out', () => {
  const slo = () => `${portal().url}/api/saml/slo`
  const issuer = () => `${portal().sandbox.url}/idp/saml/metadata`
  const keyOf = () => readFileSync(join(portal().sandbox.dataDir, 'login-keys', 'saml.pem'))
  const bearing = async (token: string) =>
    (await fetch(`${portal().url}/api/vidmobileuser`, { headers: { authorization: `Bearer ${token}` } })).status

  interface LoggedIn {
    readonly token: string
    readonly nameId: string
    readonly index: string
  }

  async function logIn(account: string): Promise<LoggedIn> {
    const browser = open()
    const form = await choose(browser, account)
    const xml = Buffer.from(form.SAMLResponse, 'base64').toString()
    const { body } = await exchange(browser, await deliver(form))
    return {
      token: (body as { Token: string }).Token,
      nameId: /<saml:NameID .*?<\/saml:NameID>/.exec(xml)![0],
      index: /SessionIndex="([^"]+)"/.exec(xml)![1]!,
    }
  }

  const writeRequest = ({ nameId, index }: Partial<LoggedIn>, at = new Date()) =>
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at.toISOString()}" Destination="${slo()}"><saml:Issuer>${issuer()}</saml:Issuer>${nameId ?? ''}${index === undefined ? '' : `<samlp:SessionIndex>${index}</samlp:SessionIndex>`}</samlp:LogoutRequest>`

  function signedQuery(xml: string, key: Parameters<typeof createPrivateKey>[0] = keyOf()): string {
    const query = new URLSearchParams({
      SAMLRequest: deflateRawSync(xml).toString('base64'),
      RelayState: 'r & s',
      SigAlg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    }).toString()
    const signature = sign('sha256', Buffer.from(query), createPrivateKey(key)).toString('base64')
    return `${query}&Signature=${encodeURIComponent(signature)}`
  }
  const send = (query: string) => fetch(`${slo()}?${query}`, { redirect: 'manual' })

  test('ends the session that it names, and no other, and is answered, signed', async () => {
    const [first, second, other] = [await logIn('ana'), await logIn('ana'), await logIn('biel')]
    const xml = writeRequest(first)
    const answer = await send(signedQuery(xml))
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location')!)
    expect(`${back.origin}${back.pathname}`).toBe(`${portal().sandbox.url}/idp/saml/slo`)
    expect([...back.searchParams.keys()]).toEqual(['SAMLResponse', 'RelayState', 'SigAlg', 'Signature'])
    expect(back.searchParams.get('RelayState')).toBe('r & s')
    expect(await (await fetch(back)).json()).toEqual({ inResponseTo: / ID="([^"]+)"/.exec(xml)![1], status: 'Success' })
    expect(await Promise.all([first, second, other].map(({ token }) => bearing(token)))).toEqual([401, 200, 200])
    expect((await send(signedQuery(writeRequest({ nameId: second.nameId })))).status).toBe(303)
    expect(await Promise.all([second, other].map(({ token }) => bearing(token)))).toEqual([401, 200])
  })

  test('that is posted is signed within itself, and is answered like the other; another key or a change ends nothing', async () => {
    const { token, nameId, index } = await logIn('ana')
    const [, format = '', text = ''] = /Format="([^"]+)"[^>]*>([^<]+)</.exec(nameId)!
    const request = { issuer: issuer(), destination: slo(), nameId: { format, text }, sessionIndex: index }
    // What the signature says of its own key counts for nothing.
    const key = { ...makeSamlKey(), privateKey: keyOf().toString() }
    const post = (xml: string) => {
      const body = new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: 'r & s' })
      return fetch(slo(), { method: 'POST', body, redirect: 'manual' })
    }
    const good = makeLogoutRequest(request, { key })
    for (const xml of [
      makeLogoutRequest(request, { key: makeSamlKey() }),
      good.replace(`>${text}<`, '>somebody-else<'),
      good.replace(/<ds:Signature .*<\/ds:Signature>/, ''),
    ]) {
      expect((await post(xml)).status).toBe(400)
    }
    expect(await bearing(token)).toBe(200)
    const answer = await post(good)
    expect(answer.status).toBe(303)
    expect(new URL(answer.headers.get('location')!).searchParams.get('RelayState')).toBe('r & s')
    expect(await bearing(token)).toBe(401)
    expect((await post(good)).status).toBe(400)
  })

  test('ends a log-in whose ticket was not exchanged yet', async () => {
    const browser = open()
    const form = await choose(browser, 'ana')
    const url = await deliver(form)
    const nameId = /<saml:NameID .*?<\/saml:NameID>/.exec(Buffer.from(form.SAMLResponse, 'base64').toString())![0]
    expect((await send(signedQuery(writeRequest({ nameId })))).status).toBe(303)
    expect(await exchange(browser, url)).toMatchObject({ status: 400, body: { Code: 'LOGIN_CODE_INVALID' } })
  })

  test('ends nothing, and says so, when it is not signed by the provider, old, changed, none, or taken before', async () => {
    const session = await logIn('ana')
    const good = signedQuery(writeRequest(session))
    const old = new Date(Date.now() - 11 * 60_000)
    const bad = [
      good.replace(/&Signature=.*/, '&Signature=AAAA'),
      good.replace('RelayState=r', 'RelayState=x'),
      good.replace('rsa-sha256', 'rsa-sha1'),
      signedQuery(writeRequest(session), makeSamlKey().privateKey),
      signedQuery(writeRequest(session, old)),
      signedQuery(writeRequest({})),
      signedQuery(writeRequest(session).replaceAll('LogoutRequest', 'AuthnRequest')),
      signedQuery(writeRequest(session).replace(issuer(), 'https://another.example')),
      signedQuery(writeRequest(session).replace(slo(), 'https://another.example')),
      signedQuery(`<!DOCTYPE x>${writeRequest(session)}`),
    ]
    for (const query of bad) {
      const answer = await send(query)
      expect([answer.status, await answer.json()]).toEqual([
        400,
        expect.objectContaining({ Code: 'LOGIN_CODE_INVALID' }),
      ])
    }
    const unsigned = new URLSearchParams({ SAMLRequest: Buffer.from(writeRequest(session)).toString('base64') })
    expect((await fetch(slo(), { method: 'POST', body: unsigned, redirect: 'manual' })).status).toBe(400)
    for (const query of ['SAMLRequest=x', `SAMLRequest=x&${good}`, `RelayState=x&${good}`]) {
      expect((await send(query)).status).toBe(400)
    }
    expect(await bearing(session.token)).toBe(200)
    expect((await send(good)).status).toBe(303)
    expect((await send(good)).status).toBe(400)
  })
})
