import { UsageError } from '../command.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'

const compose = () => import('../../../api/src/compose/audit.ts')

type Installed = Awaited<ReturnType<typeof compose>>
type Listed = Awaited<ReturnType<Installed['listInstalledLog']>>[number]

const USUAL = 100
const MOST = 10_000

export const LOG_OPTIONS = {
  kind: { type: 'string', multiple: true },
  since: { type: 'string' },
  until: { type: 'string' },
  most: { type: 'string' },
} as const

export interface LogValues {
  readonly kind?: readonly string[] | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly most?: string | undefined
}

/** Reads what is asked for first, so that a mistake is told before anything is opened. @throws {UsageError} */
export function planLog({ kind = [], since, until, most }: LogValues) {
  const times = { since: readTime(since, '--since'), until: readTime(until, '--until') }
  const count = readCount(most)
  return async ({ env, out }: Terminal, json: boolean): Promise<number> => {
    const { INSTALLATION_EVENT_TYPES, listInstalledLog } = await compose()
    const types = kind.map((word) => {
      const type = INSTALLATION_EVENT_TYPES.find((one) => one === word)
      if (type) return type
      throw new UsageError(`--kind takes ${INSTALLATION_EVENT_TYPES.join(', ')}; "${word}" is none of them.`)
    })
    const events = await listInstalledLog(env, { types, ...times, most: count })
    out(json ? `${JSON.stringify({ ok: true, events })}\n` : events.map(line).join(''))
    return 0
  }
}

/** A day is its first moment (UTC). */
function readTime(text: string | undefined, option: string): Date | undefined {
  if (text === undefined) return undefined
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
  const time = new Date(text)
  if (isDate && !Number.isNaN(time.getTime())) return time
  throw new UsageError(`${option} takes a day such as 2026-01-31, or a time such as 2026-01-31T08:00:00Z.`)
}

function readCount(text: string | undefined): number {
  if (text === undefined) return USUAL
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= MOST) return count
  throw new UsageError(`--most takes a number from 1 to ${MOST}.`)
}

const ERASED = '(erased)'

function line({ at, type, by, name, facts, values }: Listed): string {
  const who = by === 'server' ? by : `${by} ${name ?? ERASED}`
  const told = Object.entries({ ...facts, ...values }).flatMap(([key, value]) =>
    value === null || value === '' ? [] : [`${key}=${JSON.stringify(value)}`],
  )
  return `${printable([at, type, who, ...told].join('  '))}\n`
}
