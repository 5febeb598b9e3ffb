import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CSC_CLIENT } from '../../../../../apps/sandbox/src/providers/csc/add-oauth-routes.ts'
import { TestSandbox } from '../../../../../apps/sandbox/src/test-sandbox.ts'
import type { Connector, LinkOutcome } from '../../connector.ts'
import { connect } from '../../firmaremota/connector.ts'
import { LINK_WAY, makeItems } from '../../../testing/drive-connector.ts'
import { keep } from '../../../testing/script-csc.ts'
import { settingsOf } from '../../../testing/settings-of.ts'
import { Steering } from '../../../testing/steer-stand-in.ts'

let sandbox: TestSandbox
beforeAll(async () => (sandbox = await TestSandbox.open()))
afterAll(() => sandbox.close())

function open(more: Record<string, string> = {}): Connector {
  const { clientId, clientSecret } = CSC_CLIENT
  // A log-in by name and password is nowhere to be had.
  const settings = { URL: `${sandbox.url}/csc`, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, LOGIN_PATH: '/none' }
  return connect(settingsOf({ ...settings, ...more }))!
}

type Redirect = Extract<LinkOutcome, { kind: 'redirect' }>
const leave = async (connector: Connector) => (await connector.link({}, LINK_WAY)) as Redirect

/** Chooses on the service's page. @returns the code that it leads back with, if it does */
async function choose({ url }: Redirect, account: string): Promise<string | undefined> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ account }), redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect(`${back.origin}${back.pathname}`).toBe(LINK_WAY.redirectUri)
  expect(back.searchParams.get('state')).toBe(LINK_WAY.errandId)
  return back.searchParams.get('code') ?? undefined
}

const linkAs = async (connector: Connector, account: string) => {
  const left = await leave(connector)
  const code = await choose(left, account)
  return connector.continueLink!(left.state, { returned: true, ...(code !== undefined && { code }) })
}

describe.each(['csc1', 'csc2'])('an account that is linked on the service’s page, by %s', (DIALECT) => {
  it('signs, is checked with its refresh token, and is given back', async () => {
    const connector = open({ DIALECT })
    expect(connector.logsInThere).toBe(true)
    const outcome = await linkAs(connector, 'ana')
    expect(outcome).toMatchObject({ kind: 'linked', label: 'SANDBOX TrustPRO' })
    expect(Object.keys(outcome.kind === 'linked' ? outcome.state : {})).toEqual(['refreshToken'])
    // Another process knows nothing but what is kept.
    const account = keep((outcome as { state: object }).state as Record<string, unknown>)
    const other = open({ DIALECT })
    expect(await other.check(account)).toBe(true)
    const certificate = (await other.listCertificates(account)).find(({ ref }) => ref === 'ana-pin')!
    const [item] = makeItems(1)
    const key = { ...certificate, certificate: certificate.chain[0]! }
    await other.sign(account, { key, item: item!, inputs: { pin: '246810' } })
    await other.unlink!(account)
    expect(await other.check(account)).toBe(false)
  })
})

it('asks for a code with S256, and shows the verifier to nobody', async () => {
  const { url, state } = await leave(open())
  const asked = new URL(url).searchParams
  expect(asked.get('code_challenge')).toBe(createHash('sha256').update(String(state['verifier'])).digest('base64url'))
  expect(url).not.toContain(String(state['verifier']))
  expect(url).not.toContain(CSC_CLIENT.clientSecret)
})

it('takes no code for a refusal, and a code of another log-in for none', async () => {
  const connector = open()
  await expect(linkAs(connector, 'refuse')).rejects.toMatchObject({ code: 'cancelled' })
  const [mine, other] = [await leave(connector), await leave(connector)]
  const code = await choose(other, 'biel')
  const answer = { returned: true, code: code! } as const
  await expect(connector.continueLink!(mine.state, answer)).rejects.toMatchObject({ code: 'login-invalid' })
  await expect(connector.continueLink!({}, answer)).rejects.toMatchObject({ code: 'session-expired' })
  await expect(connector.link({})).rejects.toMatchObject({ code: 'failed' })
})

it('tells the operator’s mistakes from the person’s', async () => {
  const wrong = open({ CLIENT_SECRET: 'another' })
  const refusal = await linkAs(wrong, 'ana').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'failed', facts: { status: 401, error: 'invalid_client' } })
  await new Steering(sandbox.url, 'csc').order({ operation: 'oauth2/token', fault: 'http503' })
  await expect(linkAs(open(), 'ana')).rejects.toMatchObject({ code: 'failed' })
})

it('finds the page elsewhere than the calls', async () => {
  const { url } = await leave(open({ OAUTH_URL: 'https://login.example/base' }))
  expect(url).toMatch(/^https:\/\/login\.example\/base\/oauth2\/authorize\?/)
})
