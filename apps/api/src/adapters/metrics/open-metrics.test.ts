import { expect, test } from 'vitest'
import { openMetrics } from './open-metrics.ts'

test('answers, events and watched numbers appear in the scrape, each server with its own registry', async () => {
  const metrics = openMetrics()
  metrics.answered({ method: 'GET', route: '/api/user/:id', status: 200, seconds: 0.02 })
  metrics.happened('signature')
  metrics.watch('rubrica_pool_waiting', 'Queries that wait for a connection.', () => 3)
  const { text, mediaType } = await metrics.scrape()
  expect(mediaType).toContain('text/plain')
  expect(text).toContain(
    'http_request_duration_seconds_bucket{le="0.025",method="GET",route="/api/user/:id",status="200"} 1',
  )
  expect(text).toContain('rubrica_events_total{event="signature"} 1')
  expect(text).toContain('rubrica_pool_waiting 3')
  expect((await openMetrics().scrape()).text).not.toContain('event="signature"')
})
