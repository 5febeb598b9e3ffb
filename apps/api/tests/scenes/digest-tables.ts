type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

/** The server reports that it lives, by the clock. */
const BY_THE_CLOCK = ['replicas']

/**
 * Makes what digests each table, in the order of their names, but those that are told.
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
      `select '${name}' as name, md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as digest
         from "${name}" one where not exists (select 1 from unnest($1::text[]) own where position(own in one::text) > 0)`,
  )
  const text = `${digests.join(' union all ')} order by name`
  return (own = []) => query(text, [own])
}
