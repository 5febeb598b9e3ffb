import { createHash, randomUUID } from 'node:crypto'
import { invalidFields, PortalError } from '@rubrica/domain'
import { keyedRequest } from '../keyed-requests.ts'
import { ownerOf, type Owner } from '../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
import type { Watcher } from '../sending/ports.ts'
import { openJudge } from './judge-rows.ts'
import { folded } from './plan-row.ts'
import type {
  BulkRow,
  BulkSend,
  BulkSendState,
  BulkSendStore,
  BulkTemplate,
  Change,
  JudgePorts,
  Mapping,
  MayChange,
  SheetReader,
  Source,
} from './ports.ts'
import { ROLE_PARTS, ROW_FIELDS } from './ports.ts'

/** How long a bulk send can be looked at after its last change. */
const KEPT_MS = 90 * 24 * 60 * 60_000
/** Of one owner. */
const MOST_KEPT = 500

export const bulkSendKeptUntil = (at: Date): Date => new Date(at.getTime() + KEPT_MS)

export interface BulkSendPorts extends RunOnce, JudgePorts {
  readonly bulkSends: BulkSendStore
  readonly sheets: SheetReader
}

interface NewSheet {
  readonly watcher: Watcher
  readonly idempotencyKey: string | undefined
  readonly name: string
  readonly file: Uint8Array
}

/**
 * Takes a sheet in, of which a bulk send is made. Nothing is checked yet.
 * @throws {PortalError} SHEET_UNREADABLE, SHEET_TOO_LARGE, SHEET_TOO_COMPLEX, TOO_MANY_BULK_SENDS, IDEMPOTENCY_KEY_REUSED,
 *   IDEMPOTENCY_KEY_IN_USE
 */
export function createBulkSend(ports: BulkSendPorts, asked: NewSheet): Promise<BulkSend> {
  const { watcher, name, file } = asked
  const sha256 = createHash('sha256').update(file).digest('hex')
  return runOnce(ports, keyedRequest(asked, 'POST /v1/bulk', { name, file: sha256 }), {
    act: async (lease) => {
      const sheet = await ports.sheets.read(file)
      const at = ports.now()
      const id = randomUUID()
      const end = lease && { lease, answer: { id }, until: keptUntil(at) }
      const row = {
        id,
        owner: ownerOf(watcher),
        name,
        sheet,
        at,
        expiresAt: bulkSendKeptUntil(at),
        end,
        most: MOST_KEPT,
      }
      if (!(await ports.bulkSends.insert(row))) {
        throw new PortalError('TOO_MANY_BULK_SENDS', `You have ${MOST_KEPT} bulk sends. Delete some.`, {
          facts: { Limit: MOST_KEPT },
        })
      }
      return showBulkSend(ports, watcher, id)
    },
    replay: (kept) => showBulkSend(ports, watcher, (kept as { id: string }).id),
  })
}

export const notFound = () => new PortalError('BULK_SEND_NOT_FOUND', 'There is no such bulk send among yours.')

/** @throws {PortalError} BULK_SEND_NOT_FOUND, also for somebody else's */
export async function showBulkSend(
  { bulkSends, now }: Pick<BulkSendPorts, 'bulkSends' | 'now'>,
  watcher: Watcher,
  id: string,
): Promise<BulkSend> {
  const bulk = await bulkSends.find({ owner: ownerOf(watcher), id }, now())
  if (!bulk) throw notFound()
  return bulk
}

/** What the caller has seen. @throws {PortalError} PRECONDITION_FAILED */
type Require = (version: number) => void

/** As long as its rows can be changed. */
export const CHANGEABLE: readonly BulkSendState[] = ['preparing', 'checking', 'checked']

/** @throws {PortalError} BULK_SEND_STATE */
export function requireState(state: BulkSendState, allowed: readonly BulkSendState[]): void {
  if (allowed.includes(state)) return
  throw new PortalError('BULK_SEND_STATE', `This cannot be done with a bulk send that is ${state}.`, {
    facts: { State: state },
  })
}

/** @param mayChange throws where it may not */
export const changing = ({ now }: Pick<BulkSendPorts, 'now'>, mayChange: MayChange): Change => ({
  at: now(),
  expiresAt: bulkSendKeptUntil(now()),
  mayChange,
})

interface MappingWish {
  readonly watcher: Watcher
  readonly id: string
  readonly require: Require
  readonly mapping: Omit<Mapping, 'templateVersion'> & { readonly templateVersion: number | undefined }
}

/**
 * Says what the columns mean, and has every row checked.
 * @throws {PortalError} BULK_SEND_NOT_FOUND, BULK_SEND_STATE, PRECONDITION_FAILED, TEMPLATE_NOT_FOUND, TEMPLATE_ARCHIVED,
 *   VALIDATION_FAILED for a mapping that does not fit the sheet or the template
 */
export async function mapBulkSend(
  ports: BulkSendPorts,
  { watcher, id, require, mapping }: MappingWish,
): Promise<BulkSend> {
  const bulk = await showBulkSend(ports, watcher, id)
  const template = await ports.templates.find(watcher, { id: mapping.templateId, version: mapping.templateVersion })
  const whole = { ...mapping, templateVersion: template.version }
  const faults = mappingFaults(whole, template, bulk.columns.length)
  if (faults.length > 0) throw invalidFields(faults)
  const change = changing(ports, ({ version, state }) => {
    requireState(state, CHANGEABLE)
    require(version)
  })
  if (!(await ports.bulkSends.map({ owner: ownerOf(watcher), id }, { ...change, mapping: whole }))) throw notFound()
  return showBulkSend(ports, watcher, id)
}

const LOCKED_FIELDS = { title: 'title', message: 'message', deadline: 'deadline', tags: 'tags', file: 'files' } as const

function mappingFaults(mapping: Mapping, template: BulkTemplate, columns: number) {
  const fault = (path: readonly string[], problem: string) => ({
    ...{ root: 'body' as const, path, code: 'INVALID', problem },
  })
  const beyond = (source: Source | undefined) => source !== undefined && 'column' in source && source.column >= columns
  const given = new Map(mapping.roles.map((role) => [folded(role.role), role]))
  const { fields } = mapping
  return [
    ...template.roles
      .filter((name) => !given.has(folded(name)))
      .map((name) => fault(['roles'], `nobody takes the role ${name}`)),
    ...mapping.roles.flatMap((role, index) => [
      ...(template.roles.some((name) => folded(name) === folded(role.role))
        ? []
        : [fault(['roles', String(index)], 'is not a role of the template')]),
      ...(role.userId || role.legalId || role.email
        ? []
        : [fault(['roles', String(index)], 'says nothing of who it is')]),
      ...ROLE_PARTS.filter((part) => beyond(role[part])).map((part) =>
        fault(['roles', String(index), part], 'is no column of the sheet'),
      ),
    ]),
    ...(given.size < mapping.roles.length ? [fault(['roles'], 'has a role twice')] : []),
    ...ROW_FIELDS.filter((field) => beyond(fields[field])).map((field) =>
      fault(['fields', field], 'is no column of the sheet'),
    ),
    ...ROW_FIELDS.filter((field) => fields[field] && template.locks.includes(LOCKED_FIELDS[field])).map((field) =>
      fault(['fields', field], 'is locked by the template'),
    ),
    ...(template.documents === 0 && !fields.file
      ? [fault(['fields', 'file'], 'is missing: the template has no files')]
      : []),
    ...(fields.title && !fields.file && template.documents !== 1
      ? [fault(['fields', 'title'], 'is one name for several documents')]
      : []),
  ]
}

export interface Correction {
  readonly watcher: Watcher
  readonly id: string
  readonly number: number
  readonly require: Require
  /** In the order of the columns; undefined where the row is left out, or taken in again, as it is. */
  readonly cells: readonly string[] | undefined
  readonly isLeftOut: boolean
}

/**
 * Puts other cells into a row, or leaves it out, and judges it at once.
 * @throws {PortalError} BULK_SEND_NOT_FOUND, BULK_ROW_NOT_FOUND, BULK_SEND_STATE, PRECONDITION_FAILED, VALIDATION_FAILED
 */
export async function correctRow(ports: BulkSendPorts, asked: Correction): Promise<{ bulk: BulkSend; row: BulkRow }> {
  const { watcher, id, number, cells, isLeftOut, require } = asked
  const name = { owner: ownerOf(watcher), id }
  const bulk = await showBulkSend(ports, watcher, id)
  const rows = await ports.bulkSends.rows(name, { states: undefined, after: 0, most: Infinity })
  const before = rows.find((row) => row.number === number)
  if (!before) throw new PortalError('BULK_ROW_NOT_FOUND', 'The sheet has no such row.')
  if (cells && cells.length !== bulk.columns.length) {
    const problem = `must have ${bulk.columns.length} texts, one for each column`
    throw invalidFields([{ root: 'body', path: ['cells'], code: 'INVALID', problem }])
  }
  const after = { ...before, cells: cells ?? before.cells }
  const findings = isLeftOut || !bulk.mapping ? [] : await judgeAgain(ports, { watcher, bulk, rows, row: after })
  const judged = findings.some(({ isNotice }) => !isNotice) ? 'wrong' : 'good'
  const state = isLeftOut ? 'left-out' : bulk.mapping ? judged : 'unchecked'
  const change = changing(ports, (found) => {
    // A check under way would write its own verdict over this one.
    requireState(found.state, ['preparing', 'checked'])
    require(found.version)
  })
  await ports.bulkSends.correct(name, { ...change, number, cells, state, findings })
  return { bulk: await showBulkSend(ports, watcher, id), row: { ...after, state, findings } }
}

interface Again {
  readonly watcher: Watcher
  readonly bulk: BulkSend
  readonly rows: readonly BulkRow[]
  readonly row: BulkRow
}

async function judgeAgain(ports: JudgePorts, { watcher, bulk, rows, row }: Again) {
  const mapping = bulk.mapping!
  const template = await ports.templates.find(watcher, { id: mapping.templateId, version: mapping.templateVersion })
  const others = rows.filter((one) => one.state !== 'left-out' && one.number !== row.number)
  const judge = await openJudge(ports, { watcher, mapping, template, rows: [...others, row] })
  const [verdict] = await judge.verdicts([row])
  return verdict!.findings
}

/**
 * Deletes a bulk send that sends nothing; documents that were sent stay.
 * @throws {PortalError} BULK_SEND_NOT_FOUND, BULK_SEND_STATE
 */
export async function deleteBulkSend(ports: BulkSendPorts, watcher: Watcher, id: string): Promise<void> {
  const mayChange: MayChange = ({ state, counts }) => {
    requireState(state, [...CHANGEABLE, 'finished', 'cancelled'])
    if ((counts.sending ?? 0) > 0) requireState('sending', [])
  }
  const deleted = await ports.bulkSends.delete({ owner: ownerOf(watcher), id }, { at: ports.now(), mayChange })
  if (!deleted) throw notFound()
}

/** @throws {PortalError} BULK_SEND_NOT_FOUND */
export async function listRows(
  ports: Pick<BulkSendPorts, 'bulkSends' | 'now'>,
  watcher: Watcher,
  { id, ...query }: { readonly id: string } & Parameters<BulkSendStore['rows']>[1],
): Promise<BulkRow[]> {
  await showBulkSend(ports, watcher, id)
  return ports.bulkSends.rows({ owner: ownerOf(watcher), id }, query)
}

export const listBulkSends = (
  { bulkSends, now }: Pick<BulkSendPorts, 'bulkSends' | 'now'>,
  owner: Owner,
): ReturnType<BulkSendStore['list']> => bulkSends.list(owner, { at: now(), most: MOST_KEPT })
