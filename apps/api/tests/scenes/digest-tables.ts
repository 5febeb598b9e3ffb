import { randomBytes } from 'node:crypto'

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** The server reports that it lives, by the clock. */
const BY_THE_CLOCK = ['replicas']

/**
 * Makes what digests each table, in the order of their names, but those that are told. It is a function of the database,
 * so that a connection plans it once: to plan a query of a hundred tables takes far longer than to run it, and to start
 * further processes for it longer yet.
 * @returns a function of the ids whose rows do not count: those in which one stands, as text
 */
export async function digestTables(
  query: Query,
  without: readonly string[] = [],
): Promise<(own?: readonly string[]) => Promise<unknown>> {
  const tables = await query<{ name: string }>(
    `select relname::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1::text[])`,
    [[...BY_THE_CLOCK, ...without]],
  )
  const digests = tables.map(
    ({ name }) =>
      `select '${name}'::text as name, md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as digest
         from "${name}" one where not exists (select 1 from unnest(own) mine where position(mine in one::text) > 0)`,
  )
  const made = `digests.of_${randomBytes(4).toString('hex')}`
  await query('create schema if not exists digests')
  await query(
    `create function ${made}(own text[]) returns table (name text, digest text) language plpgsql stable
       set max_parallel_workers_per_gather = 0 as $$
       #variable_conflict use_column
       begin return query ${digests.join(' union all ')} order by name; end $$`,
  )
  return (own = []) => query(`select name, digest from ${made}($1)`, [own])
}
