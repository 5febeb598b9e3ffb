import { randomBytes, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { TestSandbox } from '../test-sandbox.ts'
import { USUAL } from './behave.ts'
import { openLocalTls } from './open-local-tls.ts'
import { Application, type RunReport } from './run-application.ts'
import { openWindows } from './show-windows.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

/** Above those that the system gives to outgoing connections, one of which may have any port below. */
const anyPort = (): number => 61_440 + (randomBytes(2).readUInt16BE() & 0xfff)

const CHOOSE = 'afirma://selectcert?op=selectcert&idsession=abcDEF123&sticky=true'
const CERTIFICATE = /^MII[A-Za-z0-9_=-]+$/

async function launch(url: string): Promise<void> {
  expect((await sandbox.postJson('/autofirma/launch', { url })).status).toBe(204)
}

/** Launches one that may listen on any of three ports, as pages do; gives the one on which it does. */
async function launchAnywhere(rest: string): Promise<number> {
  const ports = [anyPort(), anyPort(), anyPort()]
  await launch(`afirma://websocket?ports=${ports.join(',')}&${rest}`)
  const run = (await listRuns()).at(-1)
  return run && ports.includes(run.port) ? run.port : ports[0]!
}

/** It listens once it was launched, and somebody chooses at once. */
const QUICK = { startsAfter: 0, pick: 'first' }

/** How the applications to come behave, besides what is usual. */
async function behave(behaviour: object = {}): Promise<void> {
  await sandbox.postJson('/control/reset', {})
  expect((await sandbox.postJson('/autofirma/behaviour', { ...QUICK, ...behaviour })).status).toBe(204)
}

interface Page {
  readonly operation: string
  readonly result: string
  send(text: string): void
  next(): Promise<string>
  /** The first message that tells more than to wait. */
  answer(): Promise<string>
  close(): void
}

/** A page that speaks for itself, so that the stand-in can be held against what the real application does. */
async function openPage({ version = 'v=4&jvc=4', id = 'abcDEF123', host = '127.0.0.1' } = {}): Promise<Page> {
  const port = await launchAnywhere(`${version}&idsession=${id}`)
  const socket = new WebSocket(`wss://${host}:${port}`, { rejectUnauthorized: false })
  const received: string[] = []
  let wake = (): void => undefined
  socket.on('message', (data: Buffer) => (received.push(data.toString()), wake()))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  const result = `getresult?idsession=${id}`
  const next = async (): Promise<string> => {
    while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return received.shift() ?? ''
  }
  return {
    operation: `afirma://sign?op=sign&idsession=${id}&algorithm=SHA256&format=NONE&dat=MQA=`,
    result,
    send: (text) => socket.send(text),
    next,
    async answer() {
      for (;;) {
        const said = await next()
        if (said !== '#wait') return said
        socket.send(result)
      }
    },
    close: () => socket.terminate(),
  }
}

interface OpenWindow {
  readonly id: number
  readonly kind: string
}

const listWindows = async (): Promise<OpenWindow[]> =>
  ((await (await sandbox.get('/autofirma/windows.json')).json()) as { windows: OpenWindow[] }).windows

/** Resolves when a window waits for somebody, with its number. */
async function waitForWindow(): Promise<number> {
  for (;;) {
    const waiting = (await listWindows()).find(({ kind }) => kind !== 'splash')
    if (waiting) return waiting.id
  }
}

const listRuns = async (): Promise<RunReport[]> =>
  ((await (await sandbox.get('/autofirma/runs.json')).json()) as { runs: RunReport[] }).runs

/** Of the last application. */
const countDialogs = async (): Promise<number | undefined> => (await listRuns()).at(-1)?.dialogs

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

describe('the habits of the real application are kept:', () => {
  beforeEach(() => behave())

  test('#wait for ever once a result was fetched', async () => {
    const socket = await openPage()
    socket.send(socket.operation)
    expect(await socket.next()).toBe('#wait')
    socket.send(socket.result)
    expect(await socket.answer()).not.toBe('#wait')
    for (let again = 0; again < 3; again += 1) {
      socket.send(socket.result)
      expect(await socket.next()).toBe('#wait')
    }
    socket.close()
  })

  test('a session id with any other character switches the check off', async () => {
    const strict = await openPage()
    strict.send('echo=-idsession=other@EOF')
    expect(await strict.next()).toMatch(/^err-00:=AF620010 - /)
    strict.close()
    const lax = await openPage({ id: 'con-guion' })
    lax.send('echo=-idsession=other@EOF')
    expect(await lax.next()).toBe('OK')
    lax.close()
  })

  test('version 3 greets and then refuses to sign, and other versions open no socket', async () => {
    const socket = await openPage({ version: 'v=3' })
    socket.send('echo=-idsession=abcDEF123@EOF')
    expect(await socket.next()).toBe('OK')
    socket.send(socket.operation)
    expect(await socket.next()).toMatch(/^SAF_21/)
    socket.close()
    await expect(openPage({ version: 'v=5&jvc=5' })).rejects.toThrow()
  })

  test('an older one is done with a message before it takes the next, and knows no question for results', async () => {
    await behave({ pick: 'by-hand', isOld: true })
    const socket = await openPage()
    socket.send(socket.operation)
    const window = await waitForWindow()
    socket.send('echo=-idsession=abcDEF123@EOF')
    socket.send(socket.result)
    await sandbox.postJson(`/autofirma/windows/${window}`, { choice: '0' })
    expect(await socket.next()).toMatch(/^[\w=-]+\|[\w=-]+$/)
    expect(await socket.next()).toBe('OK')
    expect(await socket.next()).toMatch(/^SAF_02: /)
    socket.close()
  })

  test('a lower jvc is answered when it is done, in the old words', async () => {
    await behave({ pick: 'cancel' })
    const socket = await openPage({ version: 'v=4&jvc=3' })
    socket.send(socket.operation)
    expect(await socket.next()).toBe('CANCEL')
    socket.close()
  })

  test('peers that are not 127.0.0.1 are refused message by message', async () => {
    const socket = await openPage({ host: '[::1]' })
    socket.send('echo=-idsession=abcDEF123@EOF')
    expect(await socket.next()).toMatch(/^err-00:=AF420001 - /)
    socket.close()
  })

  test('plain web sockets are not understood', async () => {
    const port = await launchAnywhere('v=4&jvc=4&idsession=abc')
    const plain = new WebSocket(`ws://127.0.0.1:${port}`)
    await expect(new Promise((resolve, reject) => plain.on('open', resolve).on('error', reject))).rejects.toThrow()
  })

  test('a certificate for anything but signing is offered, too: of those that do not sign it knows only the DNIe’s', async () => {
    await behave({ certificates: ['no-signing'] })
    const socket = await openPage()
    socket.send(CHOOSE)
    expect(await socket.answer()).toMatch(CERTIFICATE)
    socket.close()
  })

  const CHOICE = 'selectcert?op=selectcert'
  const BATCH = 'batch?op=batch&jsonbatch=true'
  const LOCAL_BATCH = `${BATCH}&localBatchProcess=true&dat=MQA=`

  test.each([
    [{}, 'sign?op=sign&algorithm=NONEwithRSA&format=NONE&dat=MQA=', 'err-00:=AF600107 - '],
    [{}, 'sign?op=sign&algorithm=SHA256&dat=MQA=', 'err-00:=AF600104 - '],
    [{}, `${BATCH}&dat=MQA=`, 'err-00:=AF600416 - '],
    [{}, 'unknown?op=unknown', 'err-00:=AF600002 - '],
    [{ isOld: true, certificates: [] }, CHOICE, 'SAF_19: '],
    [{ isOld: true, isLocked: true }, CHOICE, 'SAF_19: '],
    [{ isOld: true }, LOCAL_BATCH, 'SAF_20: '],
  ])('the window of an error has to be closed before it answers (%j, %s: %s)', async (behaviour, operation, error) => {
    await behave({ ...behaviour, leavesErrorsOpen: true })
    const socket = await openPage()
    socket.send(`afirma://${operation}&idsession=abcDEF123`)
    const window = await waitForWindow()
    for (const question of error.startsWith('err-') ? [undefined, socket.result] : []) {
      if (question !== undefined) socket.send(question)
      expect(await socket.next()).toBe('#wait')
    }
    await sandbox.postJson(`/autofirma/windows/${window}`, {})
    if (error.startsWith('err-')) socket.send(socket.result)
    expect(await socket.next()).toContain(error)
    socket.close()
  })

  test.each([
    [{ certificates: [] }, CHOICE, 'AF502001'],
    [{}, LOCAL_BATCH, 'AF200412'],
  ])('others it tells without a window since protocol 4.1 (%j, %s: %s)', async (behaviour, operation, code) => {
    await behave({ ...behaviour, leavesErrorsOpen: true })
    const socket = await openPage()
    socket.send(`afirma://${operation}&idsession=abcDEF123`)
    expect(await socket.answer()).toContain(`err-00:=${code} - `)
    socket.close()
  })

  test.each([{ certificates: [] }, { isLocked: true }])(
    'a store that is empty, or whose password was wrong, shows an empty selection and answers when it is closed: %j',
    async (behaviour) => {
      await behave({ ...behaviour, pick: 'by-hand' })
      const socket = await openPage()
      socket.send(CHOOSE)
      const window = await waitForWindow()
      expect(await (await sandbox.get('/autofirma?lang=en')).text()).toContain('no certificate to choose')
      for (const question of [undefined, socket.result, socket.result]) {
        if (question !== undefined) socket.send(question)
        expect(await socket.next()).toBe('#wait')
      }
      await sandbox.postJson(`/autofirma/windows/${window}`, {})
      socket.send(socket.result)
      expect(await socket.answer()).toMatch(/^err-00:=AF502001 - /)
      socket.close()
    },
  )

  test('it shows that it is starting before it listens, and until somebody speaks to it', async () => {
    await behave({ startsAfter: 60_000 })
    await expect(openPage()).rejects.toThrow()
    expect(await listWindows()).toMatchObject([{ kind: 'splash' }])
    expect(await (await sandbox.get('/autofirma?lang=en')).text()).toContain('is starting')
    await behave()
    expect(await listWindows()).toEqual([])
    const socket = await openPage()
    expect(await listWindows()).toMatchObject([{ kind: 'splash' }])
    socket.send('echo=-idsession=abcDEF123@EOF')
    expect(await socket.next()).toBe('OK')
    expect(await listWindows()).toEqual([])
    socket.close()
  })

  test('without a word about how it starts, it takes as long as the quickest that was seen', () => {
    expect(USUAL.startsAfter).toBe(2000)
  })

  test('its TLS certificate is valid for ten years, for the address alone, and says nothing of its purpose', async () => {
    const port = await launchAnywhere('v=4&jvc=4&idsession=abc')
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { raw } = socket.getPeerCertificate()
    socket.destroy()
    const leaf = new X509Certificate(raw)
    expect(leaf.subjectAltName).toBe('IP Address:127.0.0.1')
    expect(leaf.keyUsage).toBeUndefined()
    const days = (Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)) / (24 * 3600_000)
    expect(Math.round(days / 365)).toBe(10)
  })

  test('headless shows no dialog for one certificate, and shows it for two', async () => {
    const properties = Buffer.from('headless=true').toString('base64url')
    for (const [certificates, dialogs] of [
      [['own'], 0],
      [['own', 'other'], 1],
    ] as const) {
      await behave({ certificates })
      const socket = await openPage()
      socket.send(`${socket.operation}&properties=${properties}`)
      await socket.answer()
      expect(await countDialogs()).toBe(dialogs)
      socket.close()
    }
  })
})
