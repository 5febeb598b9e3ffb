/**
 * A new signature field, signed at once or not (ISO 32000-2 clause 12.7.5.5).
 *
 * Nothing but signature fields may be added, they may do nothing by themselves, and a field that was there before
 * without being listed is not new: it was hidden when the document was signed.
 */
import { isArray, isInteger, isName, PdfDict, type PdfDocument, type PdfObject, PdfRef, PdfStream } from '@rubrica/pdf'
import { type Comparison, report } from '../comparison.ts'
import { streamsOf } from './appearance-streams.ts'
import { kindOfAction } from './actions.ts'
import { titleOf } from './field-facts.ts'
import { takesPage } from './page-share.ts'
import { readPaintedText } from './painted-text.ts'
import { judgeSignatureValue } from './signature-value.ts'

const DEEPEST = 16
/** The appearance, its kinds and their states. */
const DEEPEST_STATE = 3
/** Clause 12.5.3. Invisible is for unknown kinds of annotations only. */
const FLAGS = { hidden: 2, print: 4, noView: 32, toggleNoView: 256 }
/** What a field above others has when it is a widget, acts or holds a value. */
const OF_WIDGETS = ['A', 'AA', 'AF', 'AP', 'Rect', 'Subtype', 'V']
/** A frame, which shows where to sign. */
const FRAME = /^S( [\d.]+( [\d.]+ [\d.]+)? (G|RG)| [0-2](\.\d+)? w)*@( [-\d.]+){4} re( h)?$/

interface NewField {
  readonly ref: PdfRef
  /** Fully qualified name. */
  readonly name: string
  readonly depth?: number
}

export function judgeNewField(comparison: Comparison, { ref, name, depth = 0 }: NewField): void {
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
  for (const widget of widgets) if (widget instanceof PdfRef) addedFields.add(widget.num)
  const parts = [ref, ...widgets]
  const quiet = parts.filter((part) => isQuiet(comparison, part))
  const visible = parts.some((part) => isVisible(after, part))
  const isTimestamp = judgeSignatureValue(comparison, { num: ref.num, name, value: field.get('V'), visible })
  const rule = isTimestamp && !visible ? 'DOCUMENT_TIMESTAMP' : 'SIGNATURE'
  const isBlankOrSigned = after.resolve(field.get('V')) !== null || parts.every((part) => isBlank(after, part))
  const hides = [ref, ...widgets].some((part) => isHiding(comparison, part))
  const isSignature = isName(after.resolve(field.get('FT')), 'Sig')
  const valid = isSignature && quiet.length === parts.length && isBlankOrSigned && !hides
  report(comparison, {
    what: 'FIELD_ADDED',
    num: ref.num,
    rule: valid ? rule : null,
    field: visible ? name : null,
    endsWithCertification: visible,
  })
}

function judgeChildren(comparison: Comparison, { ref, name, depth = 0 }: NewField, fields: readonly PdfObject[]): void {
  const own = comparison.after.resolveDict(ref)
  if (OF_WIDGETS.some((key) => own?.get(key) !== undefined)) {
    isQuiet(comparison, ref)
    report(comparison, { what: 'FIELD_ADDED', num: ref.num })
  }
  for (const field of fields) {
    const dict = comparison.after.resolveDict(field)
    const title = dict === null ? null : titleOf(comparison.after, dict)
    if (field instanceof PdfRef && title !== null) {
      judgeNewField(comparison, { ref: field, name: `${name}.${title}`, depth: depth + 1 })
    } else {
      report(comparison, { what: 'FIELD_ADDED', num: ref.num })
    }
  }
}

/** Whether a widget does nothing: an action would be reported by name. */
function isQuiet(comparison: Comparison, part: PdfObject): boolean {
  const { after } = comparison
  const dict = after.resolve(part)
  if (!(dict instanceof PdfDict)) return false
  for (const key of ['A', 'AA']) {
    const action = dict.get(key)
    if (action === undefined) continue
    report(comparison, { what: kindOfAction(after, action), num: part instanceof PdfRef ? part.num : null })
  }
  if (dict.get('AF') !== undefined) return false
  const subtype = after.resolve(dict.get('Subtype'))
  return subtype === null || isName(subtype, 'Widget')
}

/** An unsigned field has no content: in any state it must not show more than a frame. */
function isBlank(document: PdfDocument, part: PdfObject, depth = 0): boolean {
  const value = depth === 0 ? document.resolveDict(part)?.get('AP') : part
  const appearance = document.resolve(value)
  if (appearance instanceof PdfStream) return paintsAtMostAFrame(document, appearance)
  if (!(appearance instanceof PdfDict)) return true
  return depth < DEEPEST_STATE && [...appearance.entries.values()].every((state) => isBlank(document, state, depth + 1))
}

function paintsAtMostAFrame(document: PdfDocument, stream: PdfStream): boolean {
  const look = readPaintedText(document, stream)?.look.split('\n')
  return look?.every((line) => line === '' || FRAME.test(line) || /^T[^@]*:$/.test(line)) === true
}

/** Whether a widget takes the page: then it does not only show who signed. */
function isHiding(comparison: Comparison, part: PdfObject): boolean {
  if (!(part instanceof PdfRef) || !isVisible(comparison.after, part)) return false
  return takesPage(comparison, part.num)
}

/** What is not seen on the screen may still be printed, or be shown when the pointer comes. */
function isHidden(flags: number): boolean {
  const isSeldomShown = (flags & FLAGS.noView) !== 0 && (flags & (FLAGS.print | FLAGS.toggleNoView)) === 0
  return (flags & FLAGS.hidden) !== 0 || isSeldomShown
}

/** Readers disagree on numbers that are too large, and on those that are no integers. */
const isFlags = (flags: PdfObject): flags is number => isInteger(flags) && flags >= 0 && flags < 2 ** 31

/** What is hidden with a look of its own waits to be shown: scripts and actions can do that. */
function paintsNothing(document: PdfDocument, widget: PdfDict): boolean {
  return (
    streamsOf(document, widget.get('AP'))?.every((stream) => readPaintedText(document, stream)?.look === '') === true
  )
}

/** Whether readers draw something there. */
export function isVisible(document: PdfDocument, part: PdfObject): boolean {
  const dict = document.resolve(part)
  if (dict instanceof PdfStream || !(dict instanceof PdfDict)) return false
  const flags = document.resolve(dict.get('F'))
  if (isFlags(flags) && isHidden(flags) && paintsNothing(document, dict)) return false
  const rectangle = document.resolve(dict.get('Rect'))
  if (!isArray(rectangle)) return false
  const [x0, y0, x1, y1] = rectangle.map((side) => document.resolve(side))
  return x0 !== x1 && y0 !== y1
}
