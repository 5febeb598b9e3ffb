/** The server's log: one JSON object per line on stdout, every line redacted. */
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from '../../config/config.ts'
import { redact, redactText } from './redact.ts'

export type { Logger } from 'pino'

export interface LogOptions {
  readonly level: LogLevel
  /** What every line says of the process. */
  readonly base?: Readonly<Record<string, string>>
  /** What the line belongs to, where spans are collected. */
  readonly traceId?: () => string | undefined
  /** Where lines go; stdout unless a test listens. */
  readonly destination?: DestinationStream
}

/**
 * Opens the log. `log.child({ name: 'signing' })` is a named logger.
 * A request is logged by method, path without query, and id; never by its headers or body.
 */
export function openLog({ level, base, traceId, destination }: LogOptions): Logger {
  const options = {
    level,
    base: { pid: process.pid, ...base },
    ...(traceId && { mixin: () => ofTrace(traceId()) }),
    timestamp: stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (facts: object) => redact(facts) as Record<string, unknown>,
    },
    serializers: { req: describeRequest, res: describeReply },
    hooks: {
      logMethod(
        this: Logger,
        args: Parameters<Logger['info']>,
        write: (...written: Parameters<Logger['info']>) => void,
      ) {
        write.apply(this, args.map((part) => (typeof part === 'string' ? redactText(part) : part)) as typeof args)
      },
    },
  }
  const log = destination ? pino(options, destination) : pino(options)
  return redactingChildren(log)
}

const ofTrace = (traceId: string | undefined): object => (traceId === undefined ? {} : { traceId })

/** pino formats what one line says, but writes what a child logger is given as it is. */
function redactingChildren(log: Logger): Logger {
  const bind = Reflect.get(log, 'child') as unknown as (this: Logger, facts: object, options?: object) => Logger
  const child = function (this: Logger, facts: object, options?: object) {
    return bind.call(this, redact(facts) as object, options)
  }
  return Object.assign(log, { child })
}

interface LoggedRequest {
  readonly id?: unknown
  readonly method?: string
  readonly url?: string
  readonly ip?: string
}

function describeRequest({ id, method, url, ip }: LoggedRequest): object {
  return { id, method, path: url?.split('?')[0], ip }
}

const describeReply = ({ statusCode }: { statusCode?: number }): object => ({ status: statusCode })
