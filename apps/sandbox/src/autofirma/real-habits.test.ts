import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { TestSandbox } from '../test-sandbox.ts'
import { USUAL } from './behave.ts'
import { CERTIFICATE, CHOOSE, testAutofirma } from './test-autofirma.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

const { behave, countDialogs, launchAnywhere, listWindows, openPage, waitForWindow } = testAutofirma(() => sandbox)

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
