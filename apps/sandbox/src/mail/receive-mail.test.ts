import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { once, TestSandbox } from '../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

describe('mail', () => {
  const send = (lines: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(sandbox.running.smtpUrl)
      const socket = createConnection(Number(port), hostname)
      const steps = ['EHLO test', 'MAIL FROM:<portal@sandbox.example>', 'RCPT TO:<ana@sandbox.example>', 'DATA']
      const talk = [...steps, [...lines, '.'].join('\r\n'), 'QUIT']
      let heard = ''
      let pending = ''
      socket.on('data', (chunk) => {
        pending += chunk.toString()
        if (!/(^|\n)\d{3} [^\n]*\n$/.test(pending)) return
        heard += pending
        pending = ''
        const next = talk.shift()
        if (next === undefined) socket.end()
        else socket.write(`${next}\r\n`)
      })
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
  const inbox = async (): Promise<{ id: string; subject: string; links: string[]; to: string[] }[]> =>
    ((await (await sandbox.get('/inbox.json?to=ana@sandbox.example')).json()) as { mails: never[] }).mails

  it('lands in the inbox, is readable on the desk without running, and is there after a restart', async () => {
    const type = 'Content-Type: text/html; charset=utf-8'
    const body = '<p>Ruta: <a href="http://127.0.0.1:1/x?a=1&amp;b=2">signar</a><script>alert(1)</script></p>'
    await send(['From: Portal <portal@sandbox.example>', 'Subject: <b>Nou document</b>', type, '', body])
    expect(sandbox.filesOpenToOthers()).toEqual([])
    await sandbox.restart()
    const [mail] = await inbox()
    expect(mail).toMatchObject({ subject: '<b>Nou document</b>', links: ['http://127.0.0.1:1/x?a=1&b=2'] })
    expect(await (await sandbox.get('/')).text()).toContain('&lt;b&gt;Nou document')
    const frame = await sandbox.get(`/inbox/${mail?.id}/body`)
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups[^;]*; default-src 'none'/)
    expect((await sandbox.get(`/inbox/${mail?.id}/source`)).headers.get('content-disposition')).toContain('attachment')
  })

  it('is refused when a fault says so, and gone after a reset', async () => {
    await sandbox.postJson('/control/faults', { service: 'smtp', fault: 'http500' })
    expect(await send(['Subject: lost', '', 'x'])).toContain('451')
    expect(await inbox()).toHaveLength(1)
    expect((await fetch(`${sandbox.url}/control/reset`, { method: 'POST', headers: once })).status).toBe(204)
    expect(await inbox()).toHaveLength(0)
  })
})
