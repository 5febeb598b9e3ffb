import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Secret } from '../../config/secret.ts'
import type { Log } from '../../ports/log.ts'
import { openSmsSender } from './http-sms-sender.ts'

interface Asked {
  readonly authorization: string | undefined
  readonly body: unknown
}

let gateway: Server
let url: string
let status: number
let asked: Asked[]
let logged: string

const log = {
  warn: (facts: { err: Error }, text: string) => (logged += `${facts.err.stack} ${text}`),
} as unknown as Log
const message = { to: '+34600000001', text: 'Your code is 135790' }

beforeEach(async () => {
  status = 202
  asked = []
  logged = ''
  gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) })
      response.writeHead(status, { location: '/elsewhere' }).end(text)
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`
})
afterEach(() => new Promise((resolve) => gateway.close(resolve)))

test('a message goes to the gateway once, with the token', async () => {
  await openSmsSender({ url, token: new Secret('gateway-token') }, log).send(message)
  expect(asked).toEqual([{ authorization: 'Bearer gateway-token', body: message }])
})

test.each([400, 401, 500, 302])(
  'a gateway that answers %i has not sent it: 503, and no log with the code',
  async (code) => {
    status = code
    const sending = openSmsSender({ url, token: new Secret('gateway-token') }, log).send(message)
    await expect(sending).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE', status: 503 })
    expect(logged).not.toMatch(/135790|600000001|gateway-token/)
    expect(asked).toHaveLength(1)
  },
)

test('a gateway that is not there is told as such, and none at all as not configured', async () => {
  await new Promise((resolve) => gateway.close(resolve))
  await expect(openSmsSender({ url, token: undefined }, log).send(message)).rejects.toMatchObject({ status: 503 })
  expect(logged).toContain('ECONNREFUSED')
  await expect(openSmsSender(undefined, log).send(message)).rejects.toMatchObject({ code: 'PROVIDER_NOT_CONFIGURED' })
})
