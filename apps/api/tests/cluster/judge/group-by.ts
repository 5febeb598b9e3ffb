/** Rows by a name of theirs; of what nobody names there are none. */
export function groupBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): (name: string) => readonly Row[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = nameOf(row)
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return (name) => groups.get(name) ?? []
}

export const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]
