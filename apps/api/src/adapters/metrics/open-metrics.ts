/** Numbers for Prometheus at /metrics: the process, and every HTTP answer by route. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface AnsweredRequest {
  readonly method: string
  /** The route's pattern, never the address: ids would make one series each. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

export interface Metrics {
  answered(request: AnsweredRequest): void
  /** Counts an event of the product: `signature`, `rejection`, `pin-refused`, `login-failed` … */
  happened(event: string): void
  /** A number that is asked for at each scrape. */
  watch(name: string, help: string, read: () => number): void
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
  return {
    answered: ({ method, route, status, seconds }) => http.observe({ method, route, status: String(status) }, seconds),
    happened: (event) => events.inc({ event }),
    watch: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    scrape: async () => ({ text: await registry.metrics(), mediaType: registry.contentType }),
  }
}
