import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { once, TestSandbox } from '../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

describe('the desk', () => {
  it('says in five languages how to log in through somebody else, and what a portal must know for it', async () => {
    const { google, microsoft, wallet, oidc, saml } = sandbox.running.facts
    for (const [language, heading] of [
      ['es', 'Formas de entrar'],
      ['ca', 'Maneres d&#39;entrar'],
      ['en', 'Ways to log in'],
      ['de', 'Wege zur Anmeldung'],
      ['fr', 'Façons de se connecter'],
    ] as const) {
      const page = await (await sandbox.get(`/?lang=${language}`)).text()
      for (const fact of [google.issuer, microsoft.issuer, wallet.issuer, oidc.issuer, saml.issuer])
        expect(page).toContain(fact)
      expect(page).toContain(`<h2 id="logins">${heading}</h2>`)
      expect(page).not.toContain(google.clientSecret)
    }
  })

  it('says with what each demo person logs in to the portal, when it was told', async () => {
    expect(await (await sandbox.get('/')).text()).not.toContain('User in the portal')
    Object.assign(sandbox.options, { portalPassword: 'Autumn-2031' })
    await sandbox.restart()
    const page = await (await sandbox.get('/')).text()
    for (const id of ['ana', 'biel', 'carla']) expect(page).toContain(`<code>${id}</code>`)
    expect(page.split('<code>Autumn-2031</code>')).toHaveLength(4)
  })

  it('shows demo people, mailbox and services in five languages', async () => {
    for (const [language, heading] of [
      ['es', 'Personas de prueba'],
      ['ca', 'Persones de prova'],
      ['en', 'Demo people'],
      ['de', 'Personen zum Ausprobieren'],
      ['fr', 'Personnes de démonstration'],
    ] as const) {
      const page = await (await sandbox.get(`/?lang=${language}`)).text()
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toContain(heading)
    }
    const answer = await fetch(sandbox.url, { headers: { ...once, 'accept-language': 'xx,fr;q=0.5,de;q=0.9' } })
    expect(answer.headers.get('content-language')).toBe('de')
  })

  it('allows its own style sheet and nothing else', async () => {
    const answer = await sandbox.get('/')
    const style = /<style>([^]*)<\/style>/.exec(await answer.text())?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  })

  it('hands out each demo person’s key file', async () => {
    const { people } = (await (await sandbox.get('/people.json')).json()) as {
      people: { id: string; p12: string; phone: string }[]
    }
    expect(people.map((person) => person.id)).toEqual(['ana', 'biel', 'carla'])
    expect(people[0]?.phone).toBe('+34600100100')
    for (const { p12 } of people) expect((await sandbox.download(p12)).length).toBeGreaterThan(1000)
    expect((await sandbox.get('/people/../est-account.p12')).status).toBe(404)
    expect((await sandbox.get('/people/nobody.p12')).status).toBe(404)
  })

  it('tells programs every address', async () => {
    const facts = (await (await sandbox.get('/sandbox.json')).json()) as Record<string, unknown>
    expect(facts).toMatchObject({ tsa: `${sandbox.url}/pki/tsa`, root: `${sandbox.url}/pki/root.cer` })
  })
})
