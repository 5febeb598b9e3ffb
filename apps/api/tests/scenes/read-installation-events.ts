interface Logged {
  readonly type: string
  readonly facts: Readonly<Record<string, unknown>>
}

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<readonly Row[]>

/** The events of one account in the log of the installation, the oldest first. @param name of the log-in */
export async function readEventsOf(query: Query, name: string): Promise<Logged[]> {
  const rows = await query<{ canonical: string }>(
    `select canonical from installation_events where canonical::json #>> '{facts,userId}' =
      (select id::text from users where user_id = $1) order by sequence`,
    [name],
  )
  return rows.map(({ canonical }) => {
    const { type, facts } = JSON.parse(canonical) as Logged
    return { type, facts }
  })
}
