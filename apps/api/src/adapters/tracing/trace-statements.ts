import type pg from 'pg'
import type { Tracing } from '../../ports/tracing.ts'

const MOST_CHARACTERS = 1000

type Query = (...args: unknown[]) => unknown

/**
 * Makes the statements of a connection spans, as far as they are asked within one. A statement is told with its text,
 * which has `$1` where a value is; values are not told.
 */
export function traceStatements(tracing: Pick<Tracing, 'within' | 'traceId'>, client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const traced: Query = (...args) => {
    const text = textOf(args[0])
    // What takes a callback, or is a cursor, gives no promise.
    if (text === undefined || typeof args.at(-1) === 'function' || tracing.traceId() === undefined)
      return query(...args)
    const statement = text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS)
    const facts = { 'db.system.name': 'postgresql', 'db.query.text': statement }
    return tracing.within(`postgresql ${verbOf(statement)}`, facts, () => query(...args) as Promise<unknown>)
  }
  client.query = traced as typeof client.query
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked
  const { text, submit } = (asked ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : undefined
}

/** The first word behind a comment. */
const verbOf = (statement: string): string =>
  /^(?:\/\*.*?\*\/ ?)?([a-z]+)/i.exec(statement)?.[1]?.toLowerCase() ?? 'statement'
