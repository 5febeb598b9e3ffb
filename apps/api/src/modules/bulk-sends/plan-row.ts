/** From the cells of a row to what they give the template. Nothing is looked up here but what was found before. */
import { isEmail, LANGUAGES } from '@rubrica/domain'
import { readDeadline } from './read-deadline.ts'
import type { PersonReference } from '../sending/ports.ts'
import type { Finding, Mapping, RolePart, RoleTaker, RowField, RowUse, Source } from './ports.ts'

/** A person of the subscription. */
export interface FoundPerson {
  readonly id: string
  readonly reference: PersonReference
}

/** What is known of people and files that the rows name, by what they are named by in small letters. */
export interface Known {
  /** Those of the subscription, in three lists. */
  readonly people: Readonly<Record<'userId' | 'legalId' | 'email', ReadonlyMap<string, FoundPerson>>>
  readonly allowsGuests: boolean
  /** Ids of uploads by their names, and by themselves. */
  readonly files: ReadonlyMap<string, readonly string[]>
  /** Documents of the template, whose names a title takes the place of. */
  readonly documents: number
}

export interface RowPlan {
  readonly use: RowUse
  readonly findings: readonly Finding[]
  /** Id of the upload that it sends. */
  readonly file: string | undefined
}

export const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase()

export const columnOf = (source: Source | undefined): number | null =>
  source && 'column' in source ? source.column : null

export const valueOf = (cells: readonly string[], source: Source | undefined): string =>
  source === undefined ? '' : 'column' in source ? (cells[source.column] ?? '') : source.text.trim()

type Role = Mapping['roles'][number]

/** The first column that says who takes a role. */
export const columnOfRole = (role: Role): number | null =>
  [role.userId, role.legalId, role.email, role.name].map(columnOf).find((column) => column !== null) ?? null

class Notes {
  readonly findings: Finding[] = []

  add(code: Finding['code'], column: number | null, more: Partial<Finding> = {}): undefined {
    this.findings.push({ code, column, isNotice: false, ...more })
  }
}

interface RowToPlan {
  readonly cells: readonly string[]
  readonly mapping: Mapping
  readonly known: Known
  /** A deadline must be after it. */
  readonly now: Date
}

export function planRow(row: RowToPlan): RowPlan {
  const { cells, known } = row
  const { fields } = row.mapping
  const notes = new Notes()
  const roles = planRoles(row, notes)
  const text = (field: RowField) => valueOf(cells, fields[field])
  const title = limited(text('title'), { most: 255, column: columnOf(fields.title) }, notes)
  const message = limited(text('message'), { most: 2000, column: columnOf(fields.message) }, notes)
  const deadline = planDeadline(text('deadline'), row, notes)
  const tags = planTags(text('tags'), columnOf(fields.tags), notes)
  const file = fields.file && planFile(text('file'), row, notes)
  const use: RowUse = {
    roles,
    ...(message !== '' && { message }),
    ...(deadline !== undefined && { deadline }),
    ...(tags.length > 0 && { tags }),
    ...(file !== undefined
      ? { documents: [{ file, ...(title !== '' && { fileName: title }), description: '', tags, attachments: [] }] }
      : title !== '' && { fileNames: Array.from({ length: known.documents }, () => title) }),
  }
  return { use, findings: notes.findings, file }
}

function planRoles(row: RowToPlan, notes: Notes) {
  const roles: Record<string, RoleTaker> = {}
  const taken = new Set<string>()
  for (const role of row.mapping.roles) {
    const taker = planPerson(row, role, notes)
    if (!taker) continue
    const { name, person } = taker
    if (taken.has(name)) notes.add('PERSON_TWICE', columnOfRole(role))
    taken.add(name)
    roles[role.role] = person
  }
  return roles
}

/** @returns also the name by which the same person is known in another role */
function planPerson(
  { cells, known }: RowToPlan,
  role: Role,
  notes: Notes,
): { readonly name: string; readonly person: RoleTaker } | undefined {
  const part = (name: RolePart) => valueOf(cells, role[name])
  const named = (['userId', 'legalId', 'email'] as const).filter((name) => part(name) !== '')
  if (named.length === 0) return notes.add('PERSON_MISSING', columnOfRole(role))
  if (part('email') !== '' && !isEmail(part('email'))) return notes.add('EMAIL_INVALID', columnOf(role.email))
  const found = named.flatMap((name) => known.people[name].get(folded(part(name))) ?? [])
  const [person] = found
  if (found.some(({ id }) => id !== person!.id)) return notes.add('PERSON_AMBIGUOUS', columnOfRole(role))
  if (person) return { name: person.id, person: person.reference }
  // Nobody has this user id, or the number of a document; a guest is known by an address.
  const [first] = named
  if (part('email') === '' || first === 'userId') return notes.add('PERSON_UNKNOWN', columnOf(role[first!]))
  if (!known.allowsGuests) return notes.add('GUESTS_NOT_ALLOWED', columnOf(role.email))
  return planGuest(part, role, notes)
}

const PHONE = /^\+[1-9]\d{6,14}$/

function planGuest(part: (name: RolePart) => string, role: Role, notes: Notes) {
  const phone = part('phone').replace(/[\s().-]/g, '')
  const language = part('language').toLowerCase()
  const isLanguage = language === '' || LANGUAGES.some((one) => one === language)
  if (part('name') === '') notes.add('NAME_MISSING', columnOf(role.name) ?? columnOf(role.email))
  if (part('name').length > 255) notes.add('TEXT_TOO_LONG', columnOf(role.name))
  if (phone !== '' && !PHONE.test(phone)) notes.add('PHONE_INVALID', columnOf(role.phone))
  if (!isLanguage) notes.add('LANGUAGE_UNKNOWN', columnOf(role.language))
  if (part('legalId').length > 64) notes.add('TEXT_TOO_LONG', columnOf(role.legalId))
  const guest = {
    ...{ name: part('name'), email: part('email'), provesPhone: false, language },
    ...(phone !== '' && { phone }),
    ...(part('legalId') !== '' && { legalId: part('legalId') }),
  }
  return { name: folded(part('email')), person: { guest } }
}

function limited(text: string, { most, column }: { most: number; column: number | null }, notes: Notes): string {
  if (text.length > most) notes.add('TEXT_TOO_LONG', column)
  return text
}

function planDeadline(text: string, { mapping, now }: RowToPlan, notes: Notes): string | undefined {
  const { fields, timeZone } = mapping
  if (text === '') return undefined
  const deadline = readDeadline(text, timeZone)
  if (!deadline) return notes.add('DATE_INVALID', columnOf(fields.deadline))
  if (deadline <= now) notes.add('DATE_PAST', columnOf(fields.deadline))
  return deadline.toISOString()
}

const MOST_TAGS = 20
const LONGEST_TAG = 50

function planTags(text: string, column: number | null, notes: Notes): string[] {
  const tags = [...new Set(text.split(/[,;|]/).map((tag) => tag.trim()))].filter((tag) => tag !== '')
  if (tags.length > MOST_TAGS || tags.some((tag) => tag.length > LONGEST_TAG)) notes.add('TAG_INVALID', column)
  return tags
}

function planFile(text: string, { mapping, known }: RowToPlan, notes: Notes): string | undefined {
  const column = columnOf(mapping.fields.file)
  if (text === '') return notes.add('FILE_MISSING', column)
  const found = known.files.get(folded(text)) ?? known.files.get(`${folded(text)}.pdf`) ?? []
  if (found.length === 0) return notes.add('FILE_UNKNOWN', column)
  if (found.length > 1) return notes.add('FILE_AMBIGUOUS', column)
  return found[0]
}
