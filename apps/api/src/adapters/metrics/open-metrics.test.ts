import { expect, test } from 'vitest'
import { openMetrics } from './open-metrics.ts'

test('answers, events and watched numbers appear in the scrape, each server with its own registry', async () => {
  const metrics = openMetrics()
  metrics.answered({ method: 'GET', route: '/api/user/:id', status: 200, seconds: 0.02 })
  metrics.happened('signature')
  metrics.watch({ name: 'rubrica_pool_waiting', help: 'Queries that wait for a connection.', read: () => 3 })
  const { text, mediaType } = await metrics.scrape()
  expect(mediaType).toContain('text/plain')
  expect(text).toContain(
    'http_request_duration_seconds_bucket{le="0.025",method="GET",route="/api/user/:id",status="200"} 1',
  )
  expect(text).toContain('rubrica_events_total{event="signature"} 1')
  expect(text).toContain('rubrica_pool_waiting 3')
  expect((await openMetrics().scrape()).text).not.toContain('event="signature"')
})

test('what has not happened yet is a zero, so that the first time is an increase', async () => {
  const { text } = await openMetrics().scrape()
  for (const series of [
    'rubrica_events_total{event="bug"} 0',
    'rubrica_signatures_total{way="vault",outcome="failed"} 0',
    'rubrica_signing_seconds_bucket{le="3",way="provider"} 0',
    'rubrica_signing_step_seconds_count{step="committed"} 0',
    'rubrica_object_seconds_count{call="put"} 0',
    'rubrica_claims_expired_total 0',
  ]) {
    expect(text).toContain(`${series}\n`)
  }
})

test('a number that cannot be read, or that another server tells, leaves no series of before', async () => {
  const metrics = openMetrics()
  const readings: (() => number | Record<string, number> | undefined)[] = []
  const next = () => readings.shift()?.()
  metrics.watch({ name: 'rubrica_alone', help: 'One.', read: next })
  metrics.watch({ name: 'rubrica_many', help: 'Several.', label: 'kind', read: next })
  const series = async () => (await metrics.scrape()).text.match(/^rubrica_(alone|many).*$/gm)
  readings.push(
    () => 7,
    () => ({ mail: 1, bulk: 2 }),
  )
  expect(await series()).toEqual(['rubrica_alone 7', 'rubrica_many{kind="mail"} 1', 'rubrica_many{kind="bulk"} 2'])
  const fails = () => {
    throw new Error('away')
  }
  readings.push(fails, () => ({ bulk: 3 }))
  expect(await series()).toEqual(['rubrica_many{kind="bulk"} 3'])
  expect(await series()).toBeNull()
})
