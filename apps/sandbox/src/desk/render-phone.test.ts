import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestCsc, SHA256, sha256 } from '../providers/csc/test-csc.ts'
import { once, TestSandbox } from '../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

function sendText(text: string): Promise<Response> {
  const { url, token } = sandbox.running.facts.sms
  const headers = { ...once, 'content-type': 'application/json', authorization: `Bearer ${token}` }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ to: '+34600100100', text }) })
}

const page = async (where: string): Promise<string> => (await sandbox.get(where)).text()

/** Has TrustPRO ask Ana on her phone. @returns the request's identifier */
async function askAna(): Promise<string> {
  const ana = await TestCsc.logIn(sandbox, 'v2')
  await ana.call('credentials/authorize', {
    credentialID: 'ana-app',
    numSignatures: 1,
    hashes: [sha256('one')],
    hashAlgorithmOID: SHA256,
    authData: [{ id: 'APP' }],
    description: 'Contract with Biel',
  })
  const { pushes } = (await (await sandbox.get('/phone.json')).json()) as { pushes: { id: string }[] }
  return pushes[0]!.id
}

const decide = (id: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${sandbox.url}/phone/pushes/${id}?lang=de`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...once, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'decision=refuse',
  })

describe('the phone on the desk', () => {
  it('shows codes, escaped, in five languages', async () => {
    await sendText('<b>Your</b> code is 482913')
    for (const [language, copy] of [
      ['es', 'Copiar'],
      ['ca', 'Copia'],
      ['en', 'Copy'],
      ['de', 'Kopieren'],
      ['fr', 'Copier'],
    ] as const) {
      const html = await page(`/phone/view?lang=${language}`)
      expect(html).toContain(`aria-label="${copy} 482913"`)
      expect(html).toContain('&lt;b&gt;Your&lt;/b&gt;')
      expect(await page(`/?lang=${language}`)).toContain(`aria-label="${copy} 482913"`)
    }
  })

  it('tells open pages at once when something comes', async () => {
    const { body } = await sandbox.get('/phone/events')
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toMatch(/^: /)
    const told = reader.read()
    await sendText('Another code: 111222')
    expect((await told).value).toBe('data: changed\n\n')
    await reader.cancel()
  })

  it('lets its own script run and no other', async () => {
    const answer = await sandbox.get('/')
    const script = /<script>([^]*)<\/script>/.exec(await answer.text())?.[1] ?? ''
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}';`)
    expect(policy).toContain("connect-src 'self'")
  })

  it('decides a request by a form of the desk, once, and by no other page', async () => {
    const id = await askAna()
    expect(await page('/?lang=de')).toContain('Contract with Biel')
    expect((await decide(id, { origin: 'http://elsewhere.example' })).status).toBe(403)
    expect((await decide(id, { origin: 'null' })).status).toBe(403)
    const answer = await decide(id, { origin: sandbox.url })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?lang=de#phone'])
    expect(await page('/?lang=de')).toContain('Abgelehnt')
    const again = await sandbox.postJson(`/phone/pushes/${id}`, { decision: 'accept' })
    expect(await again.json()).toMatchObject({ state: 'refused' })
    expect((await sandbox.postJson('/phone/pushes/other', { decision: 'accept' })).status).toBe(404)
    expect((await sandbox.postJson(`/phone/pushes/${id}`, { decision: 'maybe' })).status).toBe(400)
  })
})

describe('the providers on the desk', () => {
  it('are there with users, password and PINs', async () => {
    const html = await page('/?lang=en')
    for (const name of ['TrustPRO', 'RedTrust', 'Uanataca', 'ValidatedID', 'Nebula', 'Swisscom', 'Ivnosys']) {
      expect(html).toContain(`<h3>${name}</h3>`)
    }
    expect(html.match(/Rubrica-2026/g)).toHaveLength(6)
    expect(html).toContain('135790')
  })
})
