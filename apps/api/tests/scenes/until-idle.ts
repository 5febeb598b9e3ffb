import { expect, vi } from 'vitest'

type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>

/**
 * Until what is done later is done, after which nothing is done by the clock: rows change by calls only.
 */
export async function untilIdle(rows: Query): Promise<void> {
  const timed = `name not like 'tell-%'`
  await rows('delete from pgboss.schedule')
  await rows(`delete from pgboss.job where ${timed} and state = 'created'`)
  await vi.waitFor(
    async () =>
      expect(
        await rows(`select name from pgboss.job where state = 'active' or (not ${timed} and state <> 'completed')`),
      ).toEqual([]),
    { timeout: 120_000, interval: 100 },
  )
}
