/** The dry run: everything that is wrong with rows, by itself, beside the others, and for the template. */
import type { FieldFault } from '@rubrica/domain'
import { findKnown } from './find-known.ts'
import { columnOf, columnOfRole, folded, planRow, valueOf, type Known, type RowPlan } from './plan-row.ts'
import type { Finding, JudgePorts, Mapping, RolePart, RowField, SheetRow, Source, Table, Verdict } from './ports.ts'
import { ROLE_PARTS, ROW_FIELDS } from './ports.ts'

/** Rows of one table, of which some are judged. */
export interface Judge {
  verdicts(rows: readonly SheetRow[]): Promise<Verdict[]>
}

export async function openJudge(ports: JudgePorts, table: Table): Promise<Judge> {
  const twins = findTwins(table)
  return {
    verdicts: async (rows) => {
      const known = await findKnown(ports, table, rows)
      const files = findSharedFiles(table, known)
      const verdicts: Verdict[] = []
      for (const row of rows) verdicts.push(await judgeRow(ports, table, { row, known, twins, files }))
      return verdicts
    },
  }
}

interface RowToJudge {
  readonly row: SheetRow
  readonly known: Known
  /** The first of the rows that say the same, by the number of each. */
  readonly twins: ReadonlyMap<number, number>
  /** The first of the rows that send a file, by the number of each that sends it too. */
  readonly files: ReadonlyMap<number, number>
}

async function judgeRow(ports: JudgePorts, table: Table, { row, known, twins, files }: RowToJudge): Promise<Verdict> {
  const { mapping, template } = table
  const { use, findings } = planRow({ cells: row.cells, mapping, known, now: ports.now() })
  const twin = twins.get(row.number)
  const fileTwin = files.get(row.number)
  const all: Finding[] = [...findings]
  if (fileTwin !== undefined) {
    all.push({ code: 'FILE_TWICE', column: columnOf(mapping.fields.file), isNotice: false, otherRow: fileTwin })
  }
  // What the template says of half a row would only repeat what was found.
  if (all.length === 0) {
    all.push(...(await template.judge(use)).map((fault) => asFinding(fault, mapping)))
  }
  if (twin !== undefined) all.push({ code: 'ROW_TWICE', column: null, isNotice: true, otherRow: twin })
  return { number: row.number, findings: all }
}

function asFinding(fault: FieldFault, mapping: Mapping): Finding {
  const [part, name] = fault.path
  const role = part === 'roles' ? mapping.roles.find((one) => folded(one.role) === folded(name ?? '')) : undefined
  const column = role ? columnOfRole(role) : (COLUMNS[part ?? '']?.(mapping) ?? null)
  if (part === 'deadline' && fault.code === 'INVALID') return { code: 'DATE_PAST', column, isNotice: false }
  if (fault.code === 'ANCHOR_NOT_FOUND') {
    return { code: 'WORDS_MISSING', column: columnOf(mapping.fields.file), isNotice: false, detail: fault.problem }
  }
  return { code: 'NOT_FITTING', column, isNotice: false, detail: `${fault.path.join('.')} ${fault.problem}`.trim() }
}

const COLUMNS: Readonly<Partial<Record<string, (mapping: Mapping) => number | null>>> = {
  deadline: ({ fields }) => columnOf(fields.deadline),
  message: ({ fields }) => columnOf(fields.message),
  tags: ({ fields }) => columnOf(fields.tags),
  fileNames: ({ fields }) => columnOf(fields.title),
  documents: ({ fields }) => columnOf(fields.file),
}

function sourcesOf({ roles, fields }: Mapping): Source[] {
  const ofRoles = roles.flatMap((role) => ROLE_PARTS.map((part: RolePart) => role[part]))
  return [...ofRoles, ...ROW_FIELDS.map((field: RowField) => fields[field])].filter((one) => one !== undefined)
}

/** Rows that would send the same to the same people. */
function findTwins({ mapping, rows }: Table): Map<number, number> {
  const sources = sourcesOf(mapping)
  return pairUp(rows, ({ cells }) => JSON.stringify(sources.map((source) => folded(valueOf(cells, source)))))
}

/** An upload is used up by one document. */
function findSharedFiles({ mapping, rows }: Table, known: Known): Map<number, number> {
  if (mapping.fields.file === undefined) return new Map()
  const now = new Date(0)
  const plan = ({ cells }: SheetRow): RowPlan => planRow({ cells, mapping, known, now })
  return pairUp(rows, (row) => plan(row).file)
}

function pairUp(rows: readonly SheetRow[], nameOf: (row: SheetRow) => string | undefined): Map<number, number> {
  const first = new Map<string, number>()
  const pairs = new Map<number, number>()
  for (const row of rows) {
    const name = nameOf(row)
    if (name === undefined) continue
    const before = first.get(name)
    if (before === undefined) first.set(name, row.number)
    else pairs.set(row.number, before)
  }
  return pairs
}
