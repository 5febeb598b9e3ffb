import { Secret } from '../../config/secret.ts'
import { describe, expect, test } from 'vitest'
import { openLog } from './open-log.ts'

function listen() {
  const lines: string[] = []
  const log = openLog({ level: 'trace', destination: { write: (line: string) => void lines.push(line) } })
  return { log, text: () => lines.join('') }
}

describe('the log', () => {
  test.each([
    { pin: 'canary' },
    { vaultPin: 'canary' },
    { body: { UserPIN: 'canary' } },
    { body: { nested: [{ password: 'canary' }] } },
    { filepassword: 'canary' },
    { headers: { authorization: 'Bearer canary' } },
    { headers: { cookie: 'a=canary' } },
    { access_token: 'canary' },
    { client_secret: 'canary' },
    { wrappedKey: 'canary' },
    { private_key: 'canary' },
    { otp: 'canary' },
    { smsCode: 'canary' },
    { secret: new Secret('canary') },
    { hidden: new Secret('canary') },
    { p12: Buffer.from('canary') },
    { note: 'sent Authorization: Bearer canary.x' },
    { url: 'https://portal/callback?code=canary' },
    { database: 'postgres://app:canary@db/app' },
    { error: Object.assign(new Error('POST /token?password=canary failed'), { password: 'canary' }) },
    { error: new Error('outer', { cause: new Error('Basic canary') }) },
  ])('keeps no secret of %j', (facts) => {
    const { log, text } = listen()
    log.info(facts, 'something happened')
    log.child(facts as Record<string, unknown>).warn('again')
    expect(text()).toContain('something happened')
    expect(text()).not.toContain('canary')
  })

  test('each line says which process wrote it, and to which trace it belongs while one runs', () => {
    const lines: string[] = []
    const traces = ['a'.repeat(32), undefined]
    const log = openLog({
      ...{ level: 'info', base: { replica: 'one', role: 'worker' }, traceId: () => traces.shift() },
      destination: { write: (line: string) => void lines.push(line) },
    })
    log.child({ name: 'jobs' }).info('within')
    log.info('without')
    const [within, without] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(within).toMatchObject({ replica: 'one', role: 'worker', traceId: 'a'.repeat(32), name: 'jobs' })
    expect(without).toMatchObject({ replica: 'one', role: 'worker', msg: 'without' })
    expect(without).not.toHaveProperty('traceId')
  })

  test('a secret in the sentence itself is taken out too', () => {
    const { log, text } = listen()
    log.error('GET /api/x?usertoken=canary')
    expect(text()).toContain('GET /api/x?[redacted]')
  })

  test('a request is its method and path, a reply its status', () => {
    const { log, text } = listen()
    log.info(
      { req: { id: 7, method: 'GET', url: '/api/user?x=canary', headers: { authorization: 'canary' } } },
      'request',
    )
    log.info({ res: { statusCode: 204 } }, 'reply')
    expect(text()).toMatch(/"req":\{"id":7,"method":"GET","path":"\/api\/user"\}/)
    expect(text()).toContain('"res":{"status":204}')
    expect(text()).not.toContain('canary')
  })

  test('the rows that the database quotes in an error are not logged', () => {
    const { log, text } = listen()
    const error = Object.assign(new Error('null value'), { code: '23502', detail: 'row (canary)', where: 'canary' })
    log.error({ err: error }, 'failed')
    expect(text()).toContain('23502')
    expect(text()).not.toContain('canary')
  })

  test('ordinary words stay', () => {
    const { log, text } = listen()
    log.info({ shippingAddress: 'Pine street', mapping: { spinning: true }, documentId: 'd1', keys: 3 }, 'kept')
    expect(text()).toContain('"shippingAddress":"Pine street","mapping":{"spinning":true},"documentId":"d1","keys":3')
  })

  test('a cyclic value and a huge one end', () => {
    const { log, text } = listen()
    const cyclic: Record<string, unknown> = { text: 'x'.repeat(1e6) }
    cyclic['self'] = cyclic
    log.info(cyclic, 'survived')
    expect(text().length).toBeLessThan(100_000)
  })
})
