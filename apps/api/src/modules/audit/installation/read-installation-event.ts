import type { Actor, StoredInstallationEvent } from './ports.ts'

/** An event as its canonical text says it. */
export interface LoggedInstallationEvent {
  readonly sequence: number
  readonly type: string
  /** ISO 8601. */
  readonly at: string
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  /** Hex commitments by the names of the values. */
  readonly personal: Readonly<Record<string, string>>
}

/** What an event says, as far as it can be read. */
export function readInstallationEvent({
  canonical,
}: Pick<StoredInstallationEvent, 'canonical'>): LoggedInstallationEvent | undefined {
  try {
    const parsed = JSON.parse(canonical) as LoggedInstallationEvent & { readonly log: string }
    const isWhole = parsed.log === 'installation' && typeof parsed.facts === 'object' && parsed.facts !== null
    return isWhole && typeof parsed.personal === 'object' && parsed.personal !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** The personal values of an event that were not erased, by their names. */
export function openValues(
  { personal }: Pick<LoggedInstallationEvent, 'personal'>,
  { values }: Pick<StoredInstallationEvent, 'values'>,
): Readonly<Record<string, string>> {
  const byCommitment = new Map(
    values.map(({ commitment, value }) => [Buffer.from(commitment).toString('hex'), value] as const),
  )
  return Object.fromEntries(
    Object.entries(personal).flatMap(([name, commitment]) => {
      const value = byCommitment.get(commitment)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Who did it: the operator's account, the id of a person or of a program, or the server; undefined where the name was erased. */
export function whoDid(
  { facts }: Pick<LoggedInstallationEvent, 'facts'>,
  values: Readonly<Record<string, string>>,
): { readonly by: Actor['by']; readonly name?: string } {
  const by = facts['by'] as Actor['by']
  const names = {
    operator: values['operator'],
    person: facts['byUserId'],
    program: facts['byClientId'],
    server: undefined,
  }
  const name = names[by]
  return { by, ...(name !== undefined && { name: String(name) }) }
}
