import { ownerOf } from '../owner.ts'
import { folded, valueOf, type FoundPerson, type Known } from './plan-row.ts'
import type { JudgePorts, RolePart, SheetRow, Table } from './ports.ts'

/** Looks up whom and what rows name. @param rows some of the table, or all */
export async function findKnown(
  { people, bulkSends, now }: Pick<JudgePorts, 'people' | 'bulkSends' | 'now'>,
  { watcher, mapping, template }: Pick<Table, 'watcher' | 'mapping' | 'template'>,
  rows: readonly SheetRow[],
): Promise<Known> {
  const { subscriptionId } = watcher
  const named = (part: RolePart) =>
    distinct(rows.flatMap(({ cells }) => mapping.roles.map((role) => valueOf(cells, role[part]))))
  const emails = named('email').map((email) => email.toLowerCase())
  const holders = emails.length > 0 ? await people.findAddresses(subscriptionId, emails) : []
  const files = await bulkSends.filesOf(ownerOf(watcher), mapping.files, now())
  const byName = new Map<string, string[]>()
  for (const { id, name } of files) byName.set(folded(name), [...(byName.get(folded(name)) ?? []), id])
  const lookUp = (references: readonly Named[]) => findNamed(people, subscriptionId, references)
  return {
    people: {
      userId: await lookUp(named('userId').map((userId) => ({ name: userId, reference: { userId } }))),
      legalId: await lookUp(
        // Numbers are kept in capitals; what is kept otherwise is found as it was typed.
        named('legalId').flatMap((name) =>
          distinct([name.toUpperCase(), name]).map((legalId) => ({ name, reference: { legalId } })),
        ),
      ),
      email: await lookUp(
        emails.flatMap((name, index) => {
          const userId = holders[index]
          return userId === undefined ? [] : [{ name, reference: { userId } }]
        }),
      ),
    },
    allowsGuests: await people.allowsGuests(subscriptionId),
    files: new Map<string, readonly string[]>([...byName, ...files.map(({ id }) => [id.toLowerCase(), [id]] as const)]),
    documents: template.documents,
  }
}

interface Named extends Pick<FoundPerson, 'reference'> {
  readonly name: string
}

async function findNamed(people: JudgePorts['people'], subscriptionId: string, named: readonly Named[]) {
  if (named.length === 0) return new Map<string, FoundPerson>()
  const found = await people.findPeople(
    subscriptionId,
    named.map(({ reference }) => reference),
  )
  return new Map(
    named.flatMap(({ name, reference }, index) => {
      const id = found[index]?.id
      return id === undefined ? [] : [[folded(name), { id, reference }] as const]
    }),
  )
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '')
