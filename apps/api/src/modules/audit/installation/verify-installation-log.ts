import { createHash } from 'node:crypto'
import { WalkedChain } from '../walked-chain.ts'
import type { Deletion, InstallationFinding, InstallationLogReader, StoredInstallationEvent } from './ports.ts'
import { openValues, readInstallationEvent, whoDid, type LoggedInstallationEvent } from './read-installation-event.ts'

export interface InstallationVerdict {
  readonly events: number
  readonly findings: readonly InstallationFinding[]
  /** What events that are as they were written say was deleted, by the ids of the documents. */
  readonly deletions: ReadonlyMap<string, Deletion>
}

/**
 * Walks the chain of the installation and names each event that was changed, left out, exchanged or cut off, each
 * personal value that is not the one of its event, and each document that is there although it was deleted.
 */
export async function verifyInstallationLog(reader: InstallationLogReader): Promise<InstallationVerdict> {
  const chain = new WalkedChain()
  const broken: InstallationFinding[] = []
  const deletions = new Map<string, Deletion>()
  let events = 0
  for await (const event of reader.events()) {
    const read = readInstallationEvent(event)
    const isAsWritten = chain.take(event, read !== undefined && agrees(event, read))
    events += 1
    if (!read || !isAsWritten) continue
    if (hasBrokenValue(event, read)) broken.push({ sequence: event.sequence, problem: 'personal-data-changed' })
    const deletion = readDeletion(event, read)
    if (deletion) deletions.set(deletion.documentId, deletion)
  }
  const end = await reader.end()
  chain.endAt(end)
  if ((await reader.countStrayValues()) > 0) broken.push({ sequence: 0, problem: 'personal-data-changed' })
  const there = await reader.areThere([...deletions.keys()])
  const back = there.map((id) => ({
    sequence: deletions.get(id)!.sequence,
    problem: 'deleted-document-there' as const,
  }))
  return { events, findings: [...chain.findings, ...broken, ...back], deletions }
}

const agrees = (event: StoredInstallationEvent, read: LoggedInstallationEvent) =>
  read.sequence === event.sequence && read.type === event.type && read.at === event.at

function hasBrokenValue({ values }: StoredInstallationEvent, { personal }: LoggedInstallationEvent): boolean {
  const known = new Set(Object.values(personal))
  return values.some(({ commitment, salt, value }) => {
    const hash = createHash('sha256').update(salt).update(value).digest('hex')
    return hash !== Buffer.from(commitment).toString('hex') || !known.has(hash)
  })
}

function readDeletion(event: StoredInstallationEvent, read: LoggedInstallationEvent): Deletion | undefined {
  if (read.type !== 'document-deleted') return undefined
  const { documentId, sealedEnds } = read.facts
  const values = openValues(read, event)
  return {
    documentId: String(documentId),
    at: read.at,
    sequence: read.sequence,
    sealedEnds: typeof sealedEnds === 'string' ? sealedEnds : null,
    by: whoDid(read, values).name,
    reason: values['reason'],
  }
}
