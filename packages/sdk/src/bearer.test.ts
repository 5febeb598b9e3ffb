import { expect, test } from 'vitest'
import { bearerOf } from './bearer.ts'

const PROGRAM = { clientId: 'erp', clientSecret: 'çlau:2' }

function tokens(lifetimes: number[]) {
  const asked: RequestInit[] = []
  const bearer = bearerOf(PROGRAM, {
    base: 'https://p.test/api',
    fetch: async (_address, init) => {
      asked.push(init)
      return Response.json({ access_token: `t${asked.length}`, token_type: 'bearer', expires_in: lifetimes.shift() })
    },
  })
  return { asked, bearer }
}

test('calls that begin together share one token, which is kept', async () => {
  const { asked, bearer } = tokens([1800])
  expect(await Promise.all([bearer.current(), bearer.current(), bearer.current()])).toEqual(['t1', 't1', 't1'])
  expect(await bearer.current()).toBe('t1')
  expect(asked).toHaveLength(1)
  const { authorization } = asked[0]!.headers as Record<string, string>
  expect(Buffer.from(authorization!.slice('Basic '.length), 'base64').toString()).toBe('erp:çlau:2')
})

test('a token that is about to end is not used again', async () => {
  const { bearer } = tokens([10, 1800])
  expect([await bearer.current(), await bearer.current(), await bearer.current()]).toEqual(['t1', 't2', 't2'])
})

test('a token that was refused is replaced once, however many calls were refused with it', async () => {
  const { asked, bearer } = tokens([1800, 1800])
  await bearer.current()
  expect(await Promise.all([bearer.after('t1'), bearer.after('t1')])).toEqual(['t2', 't2'])
  expect(asked).toHaveLength(2)
})

test('a personal key is borne as it is, and there is no other after it', async () => {
  const bearer = bearerOf({ key: 'rbk_1' }, { base: '', fetch: () => Promise.reject(new Error('asked')) })
  expect([await bearer.current(), await bearer.after('rbk_1')]).toEqual(['rbk_1', undefined])
})

test('a secret that is refused is an error with the server’s code, and is not remembered', async () => {
  const answers = [
    Response.json({ Code: 'INVALID_CLIENT', Message: 'no' }, { status: 401 }),
    Response.json({ access_token: 't', expires_in: 1800 }),
  ]
  const bearer = bearerOf(PROGRAM, { base: '', fetch: async () => answers.shift()! })
  await expect(bearer.current()).rejects.toMatchObject({ status: 401, code: 'INVALID_CLIENT' })
  expect(await bearer.current()).toBe('t')
})
