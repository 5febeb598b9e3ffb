/**
 * Spans for a collector of OpenTelemetry, by OTLP over HTTP. Only this file loads its packages, and only once tracing is
 * opened are they loaded: the bundle would load what is imported at the head of a file whether it is used or not.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type * as Api from '@opentelemetry/api'
import type * as Sdk from '@opentelemetry/sdk-trace-base'
import type { Log } from '../../ports/log.ts'
import type { Span, SpanStart, Tracing } from '../../ports/tracing.ts'
import { tellFailures } from './tell-failures.ts'

export interface TracingOptions {
  /** The collector's; `/v1/traces` is added. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Of a hundred traces that begin here, how many are sent. What others have begun is theirs to decide. */
  readonly percent: number
  /** What the spans say of their process. */
  readonly resource: Readonly<Record<string, string>>
  readonly log: Log
}

/** Opens tracing; nothing is sent before the first span ends. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const [api, provider] = await Promise.all([import('@opentelemetry/api'), openProvider(options)])
  const tracer = provider.getTracer('rubrica')
  const running = new AsyncLocalStorage<Api.Span>()
  const opened = { api, tracer, running }
  return {
    begin: (name, start) => beginSpan(opened, name, start),
    within: async (name, facts, work) => {
      if (!running.getStore()) return work()
      const span = beginSpan(opened, name, { kind: 'client', facts })
      try {
        const result = await span.run(work)
        span.end()
        return result
      } catch (error) {
        span.end({}, error)
        throw error
      }
    },
    reached: (step) => void running.getStore()?.addEvent(step),
    traceId: () => running.getStore()?.spanContext().traceId,
    close: () => provider.shutdown(),
  }
}

async function openProvider({ endpoint, headers, percent, resource, log }: TracingOptions) {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers: { ...headers } })
  const root = new sdk.TraceIdRatioBasedSampler(percent / 100)
  return new sdk.BasicTracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: new sdk.ParentBasedSampler({ root }),
    spanProcessors: [new sdk.BatchSpanProcessor(tellFailures(exporter, log) satisfies Sdk.SpanExporter)],
  })
}

interface Opened {
  readonly api: typeof Api
  readonly tracer: Api.Tracer
  readonly running: AsyncLocalStorage<Api.Span>
}

function beginSpan({ api, tracer, running }: Opened, name: string, start: SpanStart): Span {
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, job: api.SpanKind.CONSUMER }
  const options = { kind: kinds[start.kind], attributes: { ...start.facts } }
  const span = tracer.startSpan(name, options, parentOf(api, start, running.getStore()))
  return {
    run: (work) => running.run(span, work),
    end: (facts = {}, error) => {
      span.setAttributes({ ...facts })
      if (error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: nameOf(error) })
      span.end()
    },
  }
}

/** W3C Trace Context §3.2: version 00, and what later versions begin with. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/

function parentOf(api: typeof Api, { kind, traceparent }: SpanStart, within: Api.Span | undefined): Api.Context {
  const nobody = api.ROOT_CONTEXT
  if (kind === 'client' && within) return api.trace.setSpan(nobody, within)
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return nobody
  return api.trace.setSpanContext(nobody, { traceId, spanId, traceFlags: parseInt(flags!, 16), isRemote: true })
}

/** A message may name a person. */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (typeof code === 'string') return code
  return typeof name === 'string' ? name : 'unknown'
}
