/** By what a process tells of itself: its log, its numbers, and its spans where somebody collects them. */
import { timeObjectCalls, type AroundObjectCall } from '../adapters/metrics/watch-objects.ts'
import { openLog, type Logger } from '../adapters/log/open-log.ts'
import { openMetrics, type Metrics } from '../adapters/metrics/open-metrics.ts'
import { openTracing } from '../adapters/tracing/open-tracing.ts'
import type { Config } from '../config/config.ts'
import type { Tracing } from '../ports/tracing.ts'

export interface Telling {
  readonly log: Logger
  readonly metrics: Metrics
  /** Undefined where nobody collects spans. */
  readonly tracing: Tracing | undefined
}

export interface TellingOptions {
  readonly config: Config
  readonly role: 'server' | 'tool'
  /** Names this process among the replicas. */
  readonly instance: string
  readonly log?: Logger | undefined
}

/** A tool tells nobody but who runs it. */
export async function openTelling({ config, role, instance, ...given }: TellingOptions): Promise<Telling> {
  const metrics = openMetrics()
  const { tracing: settings, logLevel: level, process } = config
  if (role === 'tool') return { log: given.log ?? openLog({ level }), metrics, tracing: undefined }
  const base = { replica: instance, role: process.role }
  if (!settings) return { log: given.log ?? openLog({ level, base }), metrics, tracing: undefined }
  let tracing: Tracing | undefined = undefined
  const log = given.log ?? openLog({ level, base, traceId: () => tracing?.traceId() })
  const { endpoint, headers, percent, serviceName } = settings
  const resource = { 'service.name': serviceName, 'service.instance.id': instance, 'service.role': process.role }
  tracing = await openTracing({ endpoint, headers: headers.reveal(), percent, resource, log })
  return { log, metrics, tracing }
}

/** Each call of the store of objects is timed, and a span. */
export function aroundObjectCalls({ metrics, tracing }: Telling): AroundObjectCall {
  const timed = timeObjectCalls((call, seconds) => metrics.objectCalled(call, seconds))
  return tracing ? (call, work) => timed(call, () => tracing.within(`object ${call}`, {}, work)) : timed
}
