import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseOutage } from './is-outage.ts'
import { refuseUnreplicated } from './doubtful-commits.ts'

type Answer = (error: Error | null, result?: unknown) => void

/** A connection whose every statement succeeds, with the notices that are put before its answer. */
function openClient() {
  const notices: object[] = []
  const client = Object.assign(new EventEmitter(), {
    query: (_text: string, answer?: Answer) => {
      for (const notice of notices.splice(0)) client.emit('notice', notice)
      if (answer) answer(null, 'done')
      else return Promise.resolve('done')
      return undefined
    },
  })
  refuseUnreplicated(client as unknown as pg.PoolClient)
  return { client, notices }
}

const CANCELLED = { severity: 'WARNUNG', code: '01000', routine: 'SyncRepWaitForLSN' }

test('a commit whose wait for a standby was ended is an unknown answer, not a success; the next one is well', async () => {
  const { client, notices } = openClient()
  notices.push(CANCELLED)
  const error: unknown = await client.query('commit')?.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'UnreplicatedCommit', code: '08007' })
  expect(isDatabaseOutage(error)).toBe(true)
  expect(await client.query('commit')).toBe('done')
})

test('also where the answer goes to a callback, as the pool asks', () => {
  const { client, notices } = openClient()
  notices.push(CANCELLED)
  const answers: unknown[] = []
  void client.query('commit', (error) => answers.push(error?.name))
  void client.query('commit', (error) => answers.push(error))
  expect(answers).toEqual(['UnreplicatedCommit', null])
})

test('other notices change nothing', async () => {
  const { client, notices } = openClient()
  notices.push({ severity: 'NOTICE', routine: 'DefineRelation' })
  expect(await client.query('create table')).toBe('done')
})
