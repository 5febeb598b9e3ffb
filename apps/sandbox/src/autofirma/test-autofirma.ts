/** Applications that a sandbox under test launches, and the pages that speak to them. */
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { TestSandbox } from '../test-sandbox.ts'
import type { RunReport } from './run-application.ts'

/** Above those that the system gives to outgoing connections, one of which may have any port below. */
export const anyPort = (): number => 61_440 + (randomBytes(2).readUInt16BE() & 0xfff)

export const CHOOSE = 'afirma://selectcert?op=selectcert&idsession=abcDEF123&sticky=true'
export const CERTIFICATE = /^MII[A-Za-z0-9_=-]+$/

/** It listens once it was launched, and somebody chooses at once. */
const QUICK = { startsAfter: 0, pick: 'first' }

export interface Page {
  readonly operation: string
  readonly result: string
  send(text: string): void
  next(): Promise<string>
  /** The first message that tells more than to wait. */
  answer(): Promise<string>
  close(): void
}

interface OpenWindow {
  readonly id: number
  readonly kind: string
}

/** @param sandbox once it is open */
export function testAutofirma(sandbox: () => TestSandbox) {
  async function launch(url: string): Promise<void> {
    expect((await sandbox().postJson('/autofirma/launch', { url })).status).toBe(204)
  }

  /** Launches one that may listen on any of three ports, as pages do; gives the one on which it does. */
  async function launchAnywhere(rest: string): Promise<number> {
    const ports = [anyPort(), anyPort(), anyPort()]
    await launch(`afirma://websocket?ports=${ports.join(',')}&${rest}`)
    const run = (await listRuns()).at(-1)
    return run && ports.includes(run.port) ? run.port : ports[0]!
  }

  /** How the applications to come behave, besides what is usual. */
  async function behave(behaviour: object = {}): Promise<void> {
    await sandbox().postJson('/control/reset', {})
    expect((await sandbox().postJson('/autofirma/behaviour', { ...QUICK, ...behaviour })).status).toBe(204)
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

  const listWindows = async (): Promise<OpenWindow[]> =>
    ((await (await sandbox().get('/autofirma/windows.json')).json()) as { windows: OpenWindow[] }).windows

  /** Resolves when a window waits for somebody, with its number. */
  async function waitForWindow(): Promise<number> {
    for (;;) {
      const waiting = (await listWindows()).find(({ kind }) => kind !== 'splash')
      if (waiting) return waiting.id
    }
  }

  const listRuns = async (): Promise<RunReport[]> =>
    ((await (await sandbox().get('/autofirma/runs.json')).json()) as { runs: RunReport[] }).runs

  /** Of the last application. */
  const countDialogs = async (): Promise<number | undefined> => (await listRuns()).at(-1)?.dialogs

  return { behave, countDialogs, launchAnywhere, listWindows, openPage, waitForWindow }
}
