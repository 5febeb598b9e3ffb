import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { once, statusOf, TestSandbox } from '../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

interface PhoneView {
  readonly messages: readonly Record<string, string>[]
}

const send = (body: unknown, token = sandbox.running.facts.sms.token): Promise<Response> =>
  fetch(sandbox.running.facts.sms.url, {
    method: 'POST',
    headers: { ...once, 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

const readPhone = async (): Promise<PhoneView> => (await (await sandbox.get('/phone.json')).json()) as PhoneView

describe('the text message gateway', () => {
  it('puts a message on the phone and finds the code in it', async () => {
    expect(await statusOf(send({ to: '+34600100100', text: 'Your code for 3 documents of 2026-01-02: 491773.' }))).toBe(
      201,
    )
    const { messages } = await readPhone()
    expect(messages[0]).toMatchObject({ to: '+34600100100', from: 'Rúbrica', code: '491773' })
  })

  it('refuses a wrong token and a message that is none', async () => {
    expect(await statusOf(send({ to: '+34600100100', text: 'x' }, 'other'))).toBe(401)
    for (const body of [{}, { to: 'nobody', text: 'x' }, { to: '+34600100100', text: '' }, [], 7]) {
      expect(await statusOf(send(body))).toBe(400)
    }
  })

  it('keeps the newest hundred messages and forgets all at a reset', async () => {
    for (let number = 0; number < 105; number += 1) await send({ to: '+34600100100', text: `number ${number}` })
    const { messages } = await readPhone()
    expect(messages).toHaveLength(100)
    expect(messages[0]?.text).toBe('number 104')
    await sandbox.postJson('/control/reset', {})
    expect((await readPhone()).messages).toEqual([])
  })
})

describe('faults of the gateway', () => {
  const order = (fault: string, operation?: string): Promise<Response> =>
    sandbox.postJson('/control/faults', { service: 'sms', fault, ...(operation ? { operation } : {}) })
  const message = { to: '+34600100100', text: 'Code 123456' }

  it.each(['http500', 'http503'])('answers %s once', async (fault) => {
    await order(fault)
    expect(await statusOf(send(message))).toBe(Number(fault.slice(4)))
    expect(await statusOf(send(message))).toBe(201)
  })

  it('spoils only the operation that it names', async () => {
    await order('http500', 'another')
    expect(await statusOf(send(message))).toBe(201)
    await sandbox.postJson('/control/reset', {})
  })

  it('takes the message and loses the answer', async () => {
    await sandbox.postJson('/control/reset', {})
    await order('answer-lost')
    await expect(send(message)).rejects.toThrow()
    expect((await readPhone()).messages).toHaveLength(1)
  })

  it('answers nothing, rubbish, a half and far too much', async () => {
    await order('empty')
    expect(await (await send(message)).text()).toBe('')
    await order('malformed')
    await expect((await send(message)).json()).rejects.toThrow()
    await order('half')
    await expect(send(message).then((answer) => answer.text())).rejects.toThrow()
    await order('enormous')
    const { body } = await send(message)
    let bytes = 0
    for await (const chunk of body ?? []) {
      bytes += (chunk as Uint8Array).length
      if (bytes > 1_000_000) break
    }
    expect(bytes).toBeGreaterThan(1_000_000)
    await order('timeout')
    await expect(
      fetch(sandbox.running.facts.sms.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${sandbox.running.facts.sms.token}` },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(300),
      }),
    ).rejects.toThrow()
  })
})
