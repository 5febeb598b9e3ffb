import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AutofirmaStage } from '../src/connection.ts'
import { hastyTimers, openRules, type StandIn } from './stand-in.ts'
import { attributes, openStandIn, within } from './operations.ts'

let standIn: StandIn
beforeAll(async () => {
  standIn = await openStandIn()
})
afterAll(() => standIn.sandbox.close())
beforeEach(() => standIn.behave())

describe('connecting', () => {
  it('finds the one port of three that accepts, with two refused before', async () => {
    await standIn.behave({ portIndex: 2 })
    await within(standIn, async ({ connection, launched }) => {
      const ports = /ports=([\d,]+)/.exec(launched)?.[1]?.split(',').map(Number) ?? []
      expect((await standIn.run()).port).toBe(ports[2])
      await connection.sign(attributes())
    })
  })

  it('waits a second and a half, then tries again until the application listens', async () => {
    await standIn.behave({ startsAfter: 400 })
    await within(standIn, async ({ stages }) => {
      expect(stages.filter(({ stage }) => stage === 'connecting').length).toBeGreaterThan(1)
    })
  })

  it('says what is most likely when nobody listens at all', async () => {
    await standIn.behave({ startsAfter: null })
    // How long a port takes to refuse is one of the facts, and must not be blown up.
    const around = { ...standIn.around, timers: { ...hastyTimers, now: () => performance.now() } }
    await expect(standIn.talk({ around, times: { connectMs: 200 } })).rejects.toMatchObject({
      code: 'NOT_REACHED',
      facts: { diagnosis: { cause: 'not-running', certainty: 'likely' } },
    })
  })

  it('says so when the launcher itself cannot be reached', async () => {
    const around = { ...standIn.around, launch: () => Promise.reject(new Error('offline')) }
    await expect(standIn.talk({ around })).rejects.toMatchObject({ code: 'NOT_REACHED' })
  })

  it('reports a wrong connection id at once', async () => {
    await standIn.behave({ isOtherSession: true })
    await expect(standIn.talk()).rejects.toMatchObject({ code: 'WRONG_SESSION', facts: { code: 'AF620010' } })
  })

  it('passes over another program that happens to listen on one of the ports', async () => {
    const other = await listen(createPlainServer((socket) => socket.on('error', () => undefined).end('220 hello\r\n')))
    const { port } = other.address() as AddressInfo
    let turn = 0
    const first = [Buffer.from([(port >> 8) & 0xff, port & 0xff])]
    const random = (count: number): Uint8Array => (count === 2 && first[turn++]) || standIn.around.random(count)
    const around = { ...standIn.around, random }
    await standIn.behave({ portIndex: 1 })
    if (port >= 49_152) {
      const { connection } = await standIn.talk({ around })
      await connection.sign(attributes())
      connection.close()
    }
    other.close()
  })

  it('ends when the page gives up, at every stage', async () => {
    for (const stage of ['launching', 'connecting'] as const) {
      const given = new AbortController()
      const onStage = (now: AutofirmaStage): void => void (now.stage === stage && given.abort())
      await expect(standIn.talk({ signal: given.signal, onStage })).rejects.toMatchObject({ code: 'ABORTED' })
    }
    await expect(standIn.talk({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('ends at once when the policy of the page forbids the address', async () => {
    const rules = {
      ...openRules,
      watchPolicy: (onBlocked: (address: string) => void) => {
        blocked = onBlocked
        return () => undefined
      },
    }
    let blocked: (address: string) => void = () => undefined
    // Chromium leaves such a socket as it is, and raises no event of it.
    const openSocket = (url: string) => {
      queueMicrotask(() => blocked(`${url}/`))
      return { send: () => undefined, close: () => undefined, addEventListener: () => undefined }
    }
    await expect(standIn.talk({ around: { ...standIn.around, rules, openSocket } })).rejects.toMatchObject({
      code: 'NOT_REACHED',
      facts: { diagnosis: { cause: 'blocked-by-csp', certainty: 'certain', others: [] } },
    })
  })
})

const listen = (server: Server): Promise<Server> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
