/**
 * Statements that are asked so often that PostgreSQL is to parse and plan them once for each connection.
 *
 * Kysely hands its driver text and values, and prepared statements need a name. So such a text begins with a mark, and
 * the connections of our pools give marked texts their names.
 */
import { createHash } from 'node:crypto'
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from './schema.ts'

const MARK = '/* prepared */ '
/** A connection keeps no more plans than this, whatever callers combine; further statements are planned each time. */
const MAX_STATEMENTS = 64

/** A statement to be prepared; its text must be one of few, so all that varies is in the values. */
export function preparedQuery<Row>(text: string, values: readonly unknown[]): CompiledQuery<Row> {
  return CompiledQuery.raw(MARK + text, [...values])
}

/** The same for a statement that Kysely has put together; its text must not depend on what is asked for. */
export function prepared<Row>(query: { compile(): CompiledQuery<Row> }): CompiledQuery<Row> {
  const { sql: text, parameters } = query.compile()
  return preparedQuery<Row>(text, parameters)
}

/** Puts statements together and asks nothing. */
const cold = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** No statement takes more. */
const MOST_VALUES = 16

/** Stands for a value while a statement is put together. */
class StandIn {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * A statement that is put together once, when it is first asked, which takes longer than sending it.
 * @param build must use each value as it is, and say the same whatever the values are
 */
export function preparedStatement<Values extends readonly unknown[], Row>(
  build: (database: Kysely<Schema>, ...values: Values) => { compile(): CompiledQuery<Row> },
): (...values: Values) => CompiledQuery<Row> {
  const put = () => {
    const standIns = Array.from({ length: MOST_VALUES }, (_, index) => new StandIn(index))
    return build(cold, ...(standIns as unknown as Values)).compile()
  }
  let known: CompiledQuery<Row> | undefined
  return (...values) => {
    known ??= put()
    const fill = (parameter: unknown) => (parameter instanceof StandIn ? values[parameter.index] : parameter)
    return preparedQuery<Row>(known.sql, known.parameters.map(fill))
  }
}

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Makes a connection prepare what is marked. */
export function prepareMarked(client: pg.PoolClient): void {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known
    const name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  const query = client.query.bind(client) as Query
  const preparing: Query = (text, values, ...rest) => {
    const name = typeof text === 'string' && text.startsWith(MARK) ? nameOf(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
  client.query = preparing as typeof client.query
}
