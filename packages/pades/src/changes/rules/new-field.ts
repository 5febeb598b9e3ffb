/**
 * A new signature field, signed at once or not (ISO 32000-2 clause 12.7.5.5).
 *
 * Difficulty: high. Nothing but signature fields may be added, they may do nothing by themselves, and a field that was
 * there before without being listed is not new: it was hidden when the document was signed.
 */
import { isArray, isName, PdfDict, type PdfObject, PdfRef, PdfStream } from '../../objects/pdf-objects.ts'
import type { PdfDocument } from '../../reader/pdf-document.ts'
import { type Comparison, report } from '../comparison.ts'
import { kindOfAction } from './actions.ts'
import { titleOf } from './field-facts.ts'
import { readPaintedText } from './painted-text.ts'
import { judgeSignatureValue } from './signature-value.ts'

const DEEPEST = 16
/** Invisible, Hidden and NoView (clause 12.5.3). */
const HIDING_FLAGS = 1 + 2 + 32

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
  const valid = isName(after.resolve(field.get('FT')), 'Sig') && quiet.length === parts.length && isBlankOrSigned
  report(comparison, {
    what: 'FIELD_ADDED',
    num: ref.num,
    rule: valid ? rule : null,
    field: visible ? name : null,
    endsWithCertification: visible,
  })
}

function judgeChildren(comparison: Comparison, { ref, name, depth = 0 }: NewField, fields: readonly PdfObject[]): void {
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
  const subtype = after.resolve(dict.get('Subtype'))
  return subtype === null || isName(subtype, 'Widget')
}

/** A field that nobody has signed says nothing yet: it must not bring text or pictures along. */
function isBlank(document: PdfDocument, part: PdfObject): boolean {
  const appearance = document.resolveDict(document.resolveDict(part)?.get('AP'))
  const normal = document.resolve(appearance?.get('N'))
  return !(normal instanceof PdfStream) || readPaintedText(document, normal)?.text === ''
}

/** Whether readers draw something there. */
export function isVisible(document: PdfDocument, part: PdfObject): boolean {
  const dict = document.resolve(part)
  if (dict instanceof PdfStream || !(dict instanceof PdfDict)) return false
  const flags = document.resolve(dict.get('F'))
  if (typeof flags === 'number' && (flags & HIDING_FLAGS) !== 0) return false
  const rectangle = document.resolve(dict.get('Rect'))
  if (!isArray(rectangle)) return false
  const [x0, y0, x1, y1] = rectangle.map((side) => document.resolve(side))
  return x0 !== x1 && y0 !== y1
}
