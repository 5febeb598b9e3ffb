/**
 * Works on a bulk send: checks its rows, or sends them, two at once.
 *
 * The difficult part is a process that dies between a row's dispatch and its result. A row is begun in a transaction of
 * its own before anything is sent, and its dispatch is a request with a key that is made of the bulk send and the row's
 * number (modules/run-once.ts): whoever goes on finds the rows that were begun, and asks for each again under its key. So
 * a row that was begun is sent to its end, once, also where the bulk send is paused or cancelled meanwhile.
 */
import { ERROR_STATUS, PortalError, type ErrorCode } from '@rubrica/domain'
import type { Failpoint } from '../../ports/failpoints.ts'
import type { Owner } from '../owner.ts'
import type { Watcher } from '../sending/ports.ts'
import { findKnown } from './find-known.ts'
import { openJudge } from './judge-rows.ts'
import { bulkSendKeptUntil } from './keep-bulk-sends.ts'
import { planRow } from './plan-row.ts'
import type { BulkSendStore, HeldBulkSend, JudgePorts, RowOutcome, SheetRow } from './ports.ts'

/** A row that fails so often without a reason is left. */
const MOST_TRIES = 5
/** The next sweep takes the others. */
const MOST_SWEPT = 20
const AT_ONCE = 2
/** Rows that are looked up together. */
const CHECKED_AT_ONCE = 100
/** The same where each has a file, which may be large and is looked through: its hold must not end meanwhile. */
const FILES_AT_ONCE = 10
/** After so many rows somebody else's bulk send has its turn. */
const MOST_AT_A_TIME = 200

export interface RunBulkSendPorts extends JudgePorts {
  readonly bulkSends: BulkSendStore
  /** Whoever asked for it, with the rights of now; undefined when they may not send any more. */
  readonly actAs: (owner: Owner) => Promise<Watcher | undefined>
  readonly leaseMs: number
  readonly reach: Failpoint
}

/** @throws what a row fails for that is no refusal; the job is run again */
export async function runBulkSend(ports: RunBulkSendPorts, id: string): Promise<void> {
  const held = await ports.bulkSends.hold(id, times(ports))
  if (!held) return
  // What failed waits for the next try of the job, or for the sweep.
  let wantsMore = false
  try {
    const watcher = await ports.actAs(held.owner)
    await (held.state === 'checking' ? check : send)(ports, held, watcher)
    wantsMore = true
  } finally {
    // If even that fails, the hold ends.
    await ports.bulkSends.release(held, ports.now(), wantsMore).catch(() => undefined)
  }
}

/** Goes on with those whose process has died. */
export async function sweepBulkSends(ports: RunBulkSendPorts): Promise<void> {
  for (const id of await ports.bulkSends.abandoned(ports.now(), MOST_SWEPT)) await runBulkSend(ports, id)
}

function times({ now, leaseMs }: RunBulkSendPorts) {
  const at = now()
  return { at, until: new Date(at.getTime() + leaseMs) }
}

const notASender = () => new PortalError('NOT_A_SENDER', 'You may not send documents from this subscription.')

const templateOf = ({ templates }: RunBulkSendPorts, watcher: Watcher, { mapping }: HeldBulkSend) =>
  templates.find(watcher, { id: mapping.templateId, version: mapping.templateVersion })

async function check(ports: RunBulkSendPorts, held: HeldBulkSend, watcher: Watcher | undefined): Promise<void> {
  const { bulkSends } = ports
  const table = await bulkSends.table(held.id)
  const rows = table.filter(({ state }) => state !== 'left-out')
  const unchecked = rows.filter(({ state }) => state === 'unchecked')
  const judge = await judgeOf(ports, { held, watcher, rows })
  const most = held.mapping.fields.file ? FILES_AT_ONCE : CHECKED_AT_ONCE
  for (let at = 0; at < unchecked.length; at += most) {
    const verdicts = await judge(unchecked.slice(at, at + most))
    if (!(await bulkSends.judge(held, verdicts, times(ports).until))) return
  }
  await bulkSends.endCheck(held)
}

interface ToJudge {
  readonly held: HeldBulkSend
  readonly watcher: Watcher | undefined
  readonly rows: readonly SheetRow[]
}

/** Where nothing may be sent at all, each row says so. */
async function judgeOf(ports: RunBulkSendPorts, { held, watcher, rows }: ToJudge) {
  try {
    if (!watcher) throw notASender()
    const template = await templateOf(ports, watcher, held)
    const judge = await openJudge(ports, { watcher, mapping: held.mapping, template, rows })
    return (some: readonly SheetRow[]) => judge.verdicts(some)
  } catch (error) {
    if (!(error instanceof PortalError)) throw error
    const finding = { code: 'NOT_FITTING', column: null, isNotice: false, detail: error.message } as const
    return (some: readonly SheetRow[]) => Promise.resolve(some.map(({ number }) => ({ number, findings: [finding] })))
  }
}

async function send(ports: RunBulkSendPorts, held: HeldBulkSend, watcher: Watcher | undefined): Promise<void> {
  const { bulkSends } = ports
  const begun = await bulkSends.begun(held)
  let left = MOST_AT_A_TIME
  let isOver = false
  const take = async (): Promise<SheetRow | undefined> => {
    const before = begun.shift()
    if (before) return before
    if (left-- <= 0) return undefined
    const row = await bulkSends.begin(held, times(ports).until)
    if (!row) isOver = true
    return row
  }
  const lane = async () => {
    for (let row = await take(); row; row = await take()) {
      await ports.reach('bulk-row-begun')
      const outcome = await sendRow(ports, { held, watcher, row })
      const isOurs = await bulkSends.settle(held, outcome, times(ports))
      await ports.reach('bulk-row-settled')
      if (!isOurs) return
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  if (isOver) await bulkSends.end(held, { at: ports.now(), expiresAt: bulkSendKeptUntil(ports.now()) })
}

interface RowToSend {
  readonly held: HeldBulkSend
  readonly watcher: Watcher | undefined
  readonly row: SheetRow
}

async function sendRow(ports: RunBulkSendPorts, { held, watcher, row }: RowToSend): Promise<RowOutcome> {
  const { number } = row
  try {
    const compose = () => composeRow(ports, { held, watcher, row })
    const { documents } = await ports.templates.send(held.owner, `bulk:${held.id}:${number}`, compose)
    return { number, state: 'sent', code: null, documentIds: documents.map(({ id }) => id) }
  } catch (error) {
    if (isPassing(error)) throw error
    if (isRefusal(error)) return { number, state: 'refused', code: error.code, documentIds: [] }
    const tries = await ports.bulkSends.countTry(held, number)
    if (tries < MOST_TRIES) throw error
    return { number, state: 'refused', code: 'TEMPORARILY_UNAVAILABLE', documentIds: [] }
  }
}

/**
 * What the row says now: people and rights may have gone, the template may be archived, and a deadline may have passed,
 * since it was checked.
 */
async function composeRow(ports: RunBulkSendPorts, { held, watcher, row }: RowToSend) {
  if (!watcher) throw notASender()
  const { mapping } = held
  const template = await templateOf(ports, watcher, held)
  const known = await findKnown(ports, { watcher, mapping, template }, [row])
  return template.compose(planRow({ cells: row.cells, mapping, known, now: ports.now() }).use)
}

/** What somebody else did in the same moment is over the next time. */
const PASSING: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_IN_USE', 'PRECONDITION_FAILED']

const isPassing = (error: unknown) => error instanceof PortalError && PASSING.includes(error.code)

/** It would be refused the next time too. */
const isRefusal = (error: unknown): error is PortalError =>
  error instanceof PortalError && ERROR_STATUS[error.code] < 500
