import { expect, test } from 'vitest'
import type pg from 'pg'
import type { SpanFacts } from '../../ports/tracing.ts'
import { traceStatements } from './trace-statements.ts'

/** A connection that answers everything, and the spans of what was asked of it. */
function stage({ traceId }: { traceId?: string } = { traceId: 'a'.repeat(32) }) {
  const spans: [string, SpanFacts][] = []
  const asked: unknown[][] = []
  const client = { query: (...args: unknown[]) => (asked.push(args), Promise.resolve('answered')) }
  const within = <Result>(name: string, facts: SpanFacts, work: () => Promise<Result>) => {
    spans.push([name, facts])
    return work()
  }
  traceStatements({ traceId: () => traceId, within }, client as unknown as pg.PoolClient)
  return { spans, asked, client }
}

test('a statement is a span with its text on one line, and without a value', async () => {
  const { spans, asked, client } = stage()
  expect(await client.query('/* prepared */ select id\n  from users\n  where name = $1', ['Ana Vidal'])).toBe(
    'answered',
  )
  await client.query({ text: 'update users set name = $1', values: ['Ana Vidal'] })
  expect(spans).toEqual([
    [
      'postgresql select',
      { 'db.system.name': 'postgresql', 'db.query.text': '/* prepared */ select id from users where name = $1' },
    ],
    ['postgresql update', { 'db.system.name': 'postgresql', 'db.query.text': 'update users set name = $1' }],
  ])
  expect(JSON.stringify(spans)).not.toContain('Ana')
  expect(asked).toHaveLength(2)
})

test('what is asked within nothing, by a callback or through a cursor is asked as it was', async () => {
  const alone = stage()
  const { spans, asked, client } = stage({})
  await client.query('select 1')
  expect([spans, asked.length]).toEqual([[], 1])
  await alone.client.query('select 1', () => undefined)
  await alone.client.query({ text: 'select 1', submit: () => undefined })
  expect([alone.spans, alone.asked.length]).toEqual([[], 2])
})
