import type { PoolClient } from 'pg'

/**
 * Our tables, each after those it refers to, so that restoring them in this order breaks no foreign key.
 * The migrator's own tables are left out, as is whom the schema leaves at work, which processes run, and how often they
 * were called: that is nothing to keep.
 */
export async function listTables(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; refers_to: string[] }>(
    `select c.relname::text as name,
       array(select distinct confrelid::regclass::text from pg_constraint
             where contype = 'f' and conrelid = c.oid and confrelid <> c.oid) as refers_to
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
       and c.relname not in ('replicas', 'schema_release', 'call_counts')
     order by c.relname`,
  )
  const waiting = new Map(rows.map((row) => [row.name, row.refers_to]))
  const ordered: string[] = []
  while (waiting.size > 0) {
    const free = [...waiting].filter(([, refersTo]) => refersTo.every((other) => !waiting.has(other)))
    if (free.length === 0)
      throw new TypeError(`tables refer to one another in a ring: ${[...waiting.keys()].join(', ')}`)
    for (const [name] of free) {
      ordered.push(name)
      waiting.delete(name)
    }
  }
  return ordered
}
