/**
 * The form's list of fields, where signature fields may be added and nothing may go (ISO 32000-2 clauses 12.7.3 and
 * 12.7.5.5).
 *
 * Nothing but signature fields may be added, signed at once or not; they may do nothing by themselves, and a field that
 * was there before without being listed is not new: it was hidden when the document was signed.
 */
import { isArray, isName, PdfDict, type PdfDocument, type PdfObject, PdfRef, PdfString } from '@rubrica/pdf'
import { titleOf } from './field-facts.ts'
import { everyCanvas, isFrame } from '../canvas/appearance.ts'
import { type Comparison, listOf, numberOf, report } from '../comparison.ts'
import { type EntryChange, former, latter } from '../model/entries.ts'
import { saysTheSame } from '../same-value.ts'
import { kindOfAction } from './actions.ts'
import { isVisible, takesPage } from './visibility.ts'

const DEEPEST = 16
/** What a field above others has when it is a widget, acts or holds a value. */
const OF_WIDGETS = ['A', 'AA', 'AF', 'AP', 'Rect', 'Subtype', 'V']

export function compareFieldLists(change: EntryChange): void {
  const { comparison } = change
  const [old, now] = [listOf(former(change)), listOf(latter(change))]
  const isSame = (item: PdfObject, other: PdfObject): boolean => saysTheSame(comparison, item, other)
  for (const gone of without(old, now, isSame)) report(comparison, { what: 'FIELD_REMOVED', num: numberOf(gone) })
  const added = without(now, old, (item, other) => isSame(other, item))
  const names = added.length === 0 ? new Set<string>() : namesOf(comparison.before, old)
  for (const item of added) judgeAdded(comparison, item, names)
  const isTwice = new Set(now.map(numberOf)).size < now.length
  if (isTwice) report(comparison, { what: 'FIELD_ADDED', num: numberOf(change.now.get(change.key)) })
}

function judgeAdded(comparison: Comparison, item: PdfObject, names: Set<string>): void {
  const field = comparison.after.resolve(item)
  const title = field instanceof PdfDict ? titleOf(comparison.after, field) : null
  if (!(item instanceof PdfRef) || title === null || names.has(title)) {
    report(comparison, { what: 'FIELD_ADDED', num: numberOf(item) })
    return
  }
  names.add(title)
  judgeNewField(comparison, { ref: item, name: title })
}

function without(
  list: readonly PdfObject[],
  others: readonly PdfObject[],
  isSame: (item: PdfObject, other: PdfObject) => boolean,
): readonly PdfObject[] {
  const numbers = new Set(others.map(numberOf))
  return list.filter((item) =>
    item instanceof PdfRef ? !numbers.has(item.num) : !others.some((other) => isSame(item, other)),
  )
}

function namesOf(document: PdfDocument, list: readonly PdfObject[]): Set<string> {
  const fields = list.map((item) => document.resolve(item)).filter((field) => field instanceof PdfDict)
  return new Set(fields.map((field) => titleOf(document, field)).filter((title) => title !== null))
}

interface NewField {
  readonly ref: PdfRef
  /** Fully qualified name. */
  readonly name: string
  readonly depth?: number
}

function judgeNewField(comparison: Comparison, { ref, name, depth = 0 }: NewField): void {
  const { after, touched, addedFields } = comparison
  const { num } = ref
  const field = after.resolve(ref)
  if (!(field instanceof PdfDict) || touched.get(num)?.how !== 'created' || depth > DEEPEST) {
    report(comparison, { what: 'FIELD_ADDED', num })
    return
  }
  addedFields.add(num)
  const kids = after.resolve(field.get('Kids'))
  const children = isArray(kids) ? kids : []
  const fields = children.filter((kid) => after.resolveDict(kid)?.get('T') !== undefined)
  if (fields.length > 0) judgeChildren(comparison, { ref, name, depth }, fields)
  else judgeTerminalField(comparison, { ref, name, field }, children)
}

interface TerminalField extends NewField {
  readonly field: PdfDict
}

function judgeTerminalField(
  comparison: Comparison,
  { ref, name, field }: TerminalField,
  widgets: readonly PdfObject[],
): void {
  const { after, addedFields } = comparison
  const parts = [ref, ...widgets]
  const numbers = parts.map(numberOf).filter((num) => num !== null)
  for (const num of numbers) addedFields.add(num)
  const isQuiet = parts.filter((part) => doesNothing(comparison, part)).length === parts.length
  const visible = parts.some((part) => isVisible(after, part))
  const isTimestamp = judgeSignatureValue(comparison, { num: ref.num, name, value: field.get('V'), visible })
  // One that is not signed has no content: in any state it must not show more than a frame.
  const isBare = parts.every((part) => everyCanvas(after, after.resolveDict(part)?.get('AP'), isFrame))
  const isBareOrSigned = after.resolve(field.get('V')) !== null || isBare
  const hides = visible && numbers.some((num) => takesPage(comparison, num))
  const valid = isName(after.resolve(field.get('FT')), 'Sig') && isQuiet && isBareOrSigned && !hides
  report(comparison, {
    what: 'FIELD_ADDED',
    num: ref.num,
    rule: valid ? (isTimestamp && !visible ? 'DOCUMENT_TIMESTAMP' : 'SIGNATURE') : null,
    field: visible ? name : null,
    endsWithCertification: visible,
  })
}

function judgeChildren(comparison: Comparison, { ref, name, depth = 0 }: NewField, fields: readonly PdfObject[]): void {
  const { after } = comparison
  const own = after.resolveDict(ref)
  if (OF_WIDGETS.some((key) => own?.get(key) !== undefined)) {
    doesNothing(comparison, ref)
    report(comparison, { what: 'FIELD_ADDED', num: ref.num })
  }
  for (const field of fields) {
    const dict = after.resolveDict(field)
    const title = dict === null ? null : titleOf(after, dict)
    if (field instanceof PdfRef && title !== null) {
      judgeNewField(comparison, { ref: field, name: `${name}.${title}`, depth: depth + 1 })
    } else {
      report(comparison, { what: 'FIELD_ADDED', num: ref.num })
    }
  }
}

/** Whether a widget does nothing: an action is reported by name. */
function doesNothing(comparison: Comparison, part: PdfObject): boolean {
  const { after } = comparison
  const dict = after.resolve(part)
  if (!(dict instanceof PdfDict)) return false
  for (const key of ['A', 'AA']) {
    const action = dict.get(key)
    if (action !== undefined) report(comparison, { what: kindOfAction(after, action), num: numberOf(part) })
  }
  const subtype = after.resolve(dict.get('Subtype'))
  return dict.get('AF') === undefined && (subtype === null || isName(subtype, 'Widget'))
}

interface NewValue {
  /** Number of the field. */
  readonly num: number
  readonly name: string
  readonly value: PdfObject | undefined
  /** Whether the field shows. */
  readonly visible: boolean
}

/**
 * Judges the value that a signature field gets (clauses 12.8.1 and 12.8.5). Whether the signature is good is judged
 * elsewhere; here it is only what it claims to be. Reports nothing for a field that stays empty.
 * @returns whether the value is a document timestamp
 */
export function judgeSignatureValue(comparison: Comparison, { num, name, value, visible }: NewValue): boolean {
  const { after, touched } = comparison
  if (after.resolve(value) === null) return false
  const signature = after.resolve(value)
  const isNew = !(value instanceof PdfRef) || touched.get(value.num)?.how === 'created'
  const shown = value instanceof PdfRef ? value.num : num
  if (!isNew || !(signature instanceof PdfDict) || !(after.resolve(signature.get('Contents')) instanceof PdfString)) {
    report(comparison, { what: 'SIGNATURE', num })
    return false
  }
  if (isTimestamp(after, signature)) {
    const rule = visible ? 'SIGNATURE' : 'DOCUMENT_TIMESTAMP'
    report(comparison, { what: 'DOCUMENT_TIMESTAMP', num: shown, rule, field: visible ? name : null })
    return true
  }
  report(comparison, { what: 'SIGNATURE', num: shown, rule: 'SIGNATURE', field: name })
  return false
}

/** What it says of its type decides nothing: readers go by how it is encoded. */
const isTimestamp = (document: PdfDocument, signature: PdfDict): boolean =>
  isName(document.resolve(signature.get('SubFilter')), 'ETSI.RFC3161')
