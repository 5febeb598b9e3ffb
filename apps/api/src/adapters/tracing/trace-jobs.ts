import type { JobHandler } from '../../ports/job-queue.ts'
import type { Tracing } from '../../ports/tracing.ts'

/** Makes each job a span, by its kind. */
export function traceJobs(kind: string, handler: JobHandler, tracing: Pick<Tracing, 'begin'> | undefined): JobHandler {
  if (!tracing) return handler
  return async (data) => {
    const span = tracing.begin(`job ${kind}`, { kind: 'job', facts: { 'job.kind': kind } })
    try {
      await span.run(() => handler(data))
      span.end()
    } catch (error) {
      span.end({}, error)
      throw error
    }
  }
}
