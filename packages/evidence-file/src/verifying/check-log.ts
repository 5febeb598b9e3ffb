/** The chain of events, and what its events commit to. */
import { createHash } from 'node:crypto'
import { type LoggedEvent, NAMES } from '../format.ts'
import { sha256Of } from '../sha256-of.ts'
import { type Contents, linesOf } from './contents.ts'
import { type Step, stepOf } from './step.ts'

/** The hash after each event: SHA-256 of the hash before, 32 zero octets at first, and the line. */
export function hashesOfChain(lines: readonly string[]): readonly string[] {
  let previous = Buffer.alloc(32)
  return lines.map((line) => {
    previous = createHash('sha256').update(previous).update(line).digest()
    return previous.toString('hex')
  })
}

/** Whether every event is there, in its place, and as it was when it was written. */
export function checkChain({ manifest, files, lines, events }: Contents): Step {
  const faults: string[] = []
  const hashes = hashesOfChain(lines)
  const noted = linesOf(files.get(NAMES.chain))
  for (const [index, event] of events.entries()) {
    const place = `${NAMES.events} line ${index + 1}`
    if (!event) faults.push(`${place} is no event`)
    else if (event.documentId !== manifest.documentId) faults.push(`${place} is of another document`)
    else if (event.sequence !== index + 1) faults.push(`${place} says that it is event ${event.sequence}`)
  }
  const altered = hashes.findIndex((hash, index) => hash !== noted[index])
  if (altered >= 0) faults.push(`${NAMES.events} line ${altered + 1} does not lead to the hash of ${NAMES.chain}`)
  if (lines.length !== manifest.events) faults.push(`${lines.length} events of ${manifest.events} are there`)
  if (noted.length !== manifest.events) faults.push(`${NAMES.chain} has ${noted.length} hashes of ${manifest.events}`)
  if (hashes.at(-1) !== manifest.chain) faults.push('the chain does not end in the hash of the manifest')
  return stepOf(
    'chain',
    {
      proved: `The ${lines.length} events are chained: none was changed, left out or moved.`,
      failed: 'The events are not those that were chained.',
    },
    faults,
  )
}

const eventsOf = ({ events }: Contents): readonly LoggedEvent[] => events.filter((event) => event !== undefined)

/** Whether personal values are those that the events commit to. */
export function checkValues(contents: Contents): Step {
  const committed = new Set(eventsOf(contents).flatMap(({ personal }) => Object.values(personal)))
  const faults = contents.personal.flatMap(({ commitment, salt, value }, index) => {
    const place = `${NAMES.personal} entry ${index + 1}`
    if (!committed.has(commitment)) return [`${place} is committed to by no event`]
    return sha256Of(Buffer.from(salt, 'hex'), value) === commitment ? [] : [`${place} is not what its event commits to`]
  })
  const opened = new Set(contents.personal.map(({ commitment }) => commitment))
  const closed = [...committed].filter((commitment) => !opened.has(commitment)).length
  const rest = closed === 0 ? '' : ` ${closed} more stay closed in this edition, or were erased.`
  return stepOf(
    'values',
    {
      proved: `${opened.size} personal values are what the events commit to.${rest}`,
      failed: 'Personal values are not what the events commit to.',
    },
    faults,
  )
}

/** Whether the words that are told are those which signers agreed to. */
export function checkTerms(contents: Contents): Step {
  const agreed = new Map(
    eventsOf(contents).flatMap(({ type, facts }) =>
      type === 'document-signed' && typeof facts['disclaimer'] === 'string'
        ? [[String(facts['signerId']), facts['disclaimer']] as const]
        : [],
    ),
  )
  const faults = contents.texts.flatMap(({ signerId, title, text, sha256 }, index) => {
    const place = `${NAMES.texts} entry ${index + 1}`
    if (sha256Of(`${title}\n${text}`) !== sha256) return [`${place} is not the text of its digest`]
    return agreed.get(signerId) === sha256 ? [] : [`${place} is not what signer ${signerId} agreed to`]
  })
  const told = new Set(contents.texts.map(({ signerId }) => signerId))
  const missing = [...agreed.keys()].filter((signerId) => !told.has(signerId))
  if (contents.manifest.edition === 'full')
    faults.push(...missing.map((signerId) => `${NAMES.texts} lacks what signer ${signerId} agreed to`))
  const proved =
    agreed.size === 0
      ? 'Nobody was asked to agree to any terms.'
      : `The terms that ${told.size} of ${agreed.size} signers agreed to are told word for word.`
  return stepOf('terms', { proved, failed: 'Terms are not those that were agreed to.' }, faults)
}

/** Whose act an event is, or to whom a page was served: what is an approver's names the signer as well. */
const actorOf = ({ approverId, signerId }: { readonly approverId?: unknown; readonly signerId?: unknown }): string =>
  typeof approverId === 'string' ? approverId : String(signerId)

/** Whether the pages that are told are those which were served before each act. */
export function checkPages(contents: Contents): Step {
  const acts = eventsOf(contents).filter(
    ({ facts }) => typeof facts['pagesDigest'] === 'string' && typeof facts['signerId'] === 'string',
  )
  const lines = new Map<string, string[]>()
  for (const view of contents.views) {
    const own = lines.get(actorOf(view)) ?? []
    own.push(`${view.revision} ${view.page} ${view.sha256}`)
    lines.set(actorOf(view), own)
  }
  const faults = acts.flatMap(({ facts }) => {
    const served = (lines.get(actorOf(facts)) ?? []).map((line) => `${line}\n`).join('')
    if (sha256Of(served) === facts['pagesDigest']) return []
    const role = 'approverId' in facts ? 'approver' : 'signer'
    return [`${NAMES.pages}: the pages of ${role} ${actorOf(facts)} are not those that were served`]
  })
  const known = new Set(acts.map(({ facts }) => actorOf(facts)))
  const strangers = [...lines.keys()].filter((id) => !known.has(id) && !isPerson(contents, id))
  faults.push(...strangers.map((id) => `${NAMES.pages} names ${id}, who neither signs nor approves`))
  return stepOf(
    'pages',
    {
      proved: `The pages that were served before each of ${acts.length} acts are bound to these acts.`,
      failed: 'Pages are not those that were served.',
    },
    faults,
  )
}

const isPerson = ({ document }: Contents, personId: string) =>
  document?.people.some(({ id }) => id === personId) ?? false
