/** Numbers for Prometheus at /metrics: the process, every HTTP answer by route, and what the product does. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { openNoticeMetrics, type NoticeMetrics } from './notice-metrics.ts'
import { openSigningMetrics, type SigningMetrics } from './signing-metrics.ts'
import { openWebhookMetrics, type WebhookMetrics } from './webhook-metrics.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What may happen once in a year: each stands in the scrape from the start, so that the first time is an increase. */
const RARE_EVENTS = [
  ...['bug', 'object-damaged', 'objects-verified'],
  ...['audit-log-damaged', 'audit-log-verified', 'seal-not-renewed'],
]

/** What is asked of the store of objects. */
const OBJECT_CALLS = ['put', 'get', 'stream', 'delete', 'try'] as const
export type ObjectCall = (typeof OBJECT_CALLS)[number]

export interface AnsweredRequest {
  readonly method: string
  /** The route's pattern, never the address: ids would make one series each. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** A number, or one for each value of the label; undefined when there is nothing to say: then no series is there. */
export type Reading = number | Readonly<Record<string, number>> | undefined

export interface WatchedNumber {
  readonly name: string
  readonly help: string
  /** What the readings are told apart by, where they are several. Its values are bounded. */
  readonly label?: string | undefined
  /** Asked at each scrape; one that fails is left out of it. */
  readonly read: () => Reading | Promise<Reading>
}

export interface Metrics extends SigningMetrics, WebhookMetrics, NoticeMetrics {
  answered(request: AnsweredRequest): void
  /** Counts an event of the product: `bug`, `object-damaged` … */
  happened(event: string): void
  /** One call of the store of objects has ended, however. */
  objectCalled(call: ObjectCall, seconds: number): void
  /** A number that is asked for at each scrape. */
  watch(number: WatchedNumber): void
  /** Prometheus' text format and its media type. */
  scrape(): Promise<{ text: string; mediaType: string }>
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const http = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  })
  const events = new Counter({
    name: 'rubrica_events_total',
    help: 'What happened in the product, by kind.',
    labelNames: ['event'] as const,
    registers,
  })
  for (const event of RARE_EVENTS) events.inc({ event }, 0)
  const objects = new Histogram({
    name: 'rubrica_object_seconds',
    help: 'Time of each call of the store of objects.',
    labelNames: ['call'] as const,
    buckets: SECONDS,
    registers,
  })
  for (const call of OBJECT_CALLS) objects.zero({ call })
  return {
    ...openSigningMetrics(registry),
    ...openWebhookMetrics(registry),
    ...openNoticeMetrics(registry),
    answered: ({ method, route, status, seconds }) => http.observe({ method, route, status: String(status) }, seconds),
    happened: (event) => events.inc({ event }),
    objectCalled: (call, seconds) => objects.observe({ call }, seconds),
    watch: (number) => watch(registry, number),
    scrape: async () => ({ text: await registry.metrics(), mediaType: registry.contentType }),
  }
}

function watch(registry: Registry, { name, help, label, read }: WatchedNumber): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    ...(label !== undefined && { labelNames: [label] }),
    registers: [registry],
    collect: async () => {
      const reading = await Promise.resolve()
        .then(read)
        .catch(() => undefined)
      // `reset` would leave a zero where there is no label.
      if (label === undefined) gauge.remove()
      else gauge.reset()
      if (typeof reading === 'number') gauge.set(reading)
      else if (reading && label !== undefined) {
        for (const [value, one] of Object.entries(reading)) gauge.set({ [label]: value }, one)
      }
    },
  })
}
