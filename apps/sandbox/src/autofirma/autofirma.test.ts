import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { TestSandbox } from '../test-sandbox.ts'
import { USUAL } from './behave.ts'
import { openLocalTls } from './open-local-tls.ts'
import { Application } from './run-application.ts'
import { openWindows } from './show-windows.ts'
import { anyPort, CERTIFICATE, CHOOSE, testAutofirma } from './test-autofirma.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

const { behave, openPage } = testAutofirma(() => sandbox)

describe('who has no Autofirma', () => {
  test('finds on the desk what starts the stand-in, and the root certificate that the browser has to trust', async () => {
    const { autofirma } = sandbox.running.facts
    const page = await (await sandbox.get('/?lang=en')).text()
    for (const address of Object.values(autofirma)) expect(page).toContain(address)
    expect(page).toContain('AUTOFIRMA_LAUNCHER_URL')
    const root = await sandbox.get('/autofirma/root.cer')
    expect(root.headers.get('content-type')).toBe('application/pkix-cert')
  })

  beforeEach(() => behave({ pick: 'by-hand' }))

  test.each(['en', 'es', 'ca', 'de', 'fr'])('chooses in a window on the desk, in %s, without scripts', async (lang) => {
    const page = await openPage()
    page.send(CHOOSE)
    expect(await page.next()).toBe('#wait')
    let html = ''
    while (!html.includes('name="choice"')) html = await (await sandbox.get(`/autofirma?lang=${lang}`)).text()
    expect(html).toContain('Ana Vidal Serra (SANDBOX)')
    const action = /action="(\/autofirma\/windows\/\d+)"/.exec(html)?.[1] ?? ''
    await sandbox.post(action, 'application/x-www-form-urlencoded', 'choice=0')
    page.send(page.result)
    expect(await page.answer()).toMatch(CERTIFICATE)
    page.close()
  })
})

test('the launcher may be called from any page, and takes no other address', async () => {
  const asked = await fetch(`${sandbox.url}/autofirma/launch`, { method: 'OPTIONS' })
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  for (const url of [
    'https://example.test',
    'afirma://sign?op=sign',
    'afirma://websocket?ports=80&v=4',
    'afirma://websocket?ports=x',
  ]) {
    expect((await sandbox.postJson('/autofirma/launch', { url })).status).toBe(400)
  }
  expect((await sandbox.postJson('/autofirma/behaviour', { person: 'nobody' })).status).toBe(400)
})

test('without a first message it ends by itself', async () => {
  const folder = sandbox.path('patience')
  const parts = {
    tls: await openLocalTls(folder),
    store: { open: () => Promise.reject(new Error('nobody asks')) },
    windows: openWindows(),
    patienceMs: 30,
  }
  const launch = { ports: [anyPort(), anyPort()], version: 4, isAsynchronous: true, sessionId: 'abc' }
  const application = new Application(parts, { id: 1, launch, behaviour: USUAL })
  await application.start()
  expect(application.report.isRunning).toBe(true)
  const socket = new WebSocket(`wss://127.0.0.1:${application.report.port}`, { rejectUnauthorized: false })
  // On a busy machine it ends before the connection is there.
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.on('close', resolve))
  expect(application.report.isRunning).toBe(false)
  rmSync(folder, { recursive: true })
})
