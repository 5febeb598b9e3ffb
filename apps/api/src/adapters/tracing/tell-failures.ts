import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Log } from '../../ports/log.ts'

/** A collector that is away is told once in a while. */
const TOLD_EVERY_MS = 60_000

/** The same exporter, whose failures stand in the log: a lost span is no error of whoever it is about. */
export function tellFailures(exporter: SpanExporter, log: Pick<Log, 'warn'>): SpanExporter {
  let toldAt = -Infinity
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now()
        if (result.error && now - toldAt >= TOLD_EVERY_MS) {
          toldAt = now
          log.warn({ err: result.error, spans: spans.length }, 'Spans could not be sent to the collector.')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush!() }),
  }
}
