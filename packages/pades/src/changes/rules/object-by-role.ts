/**
 * Sends an object that was written anew to the rule for what it is.
 *
 * Pages, fields and annotations are known by themselves and by who refers to them: their rules let so little change
 * that the object can be used in several such places. Everything else is what its uses make of it, and each use must be
 * allowed.
 */
import { isArray, isName, PdfDict } from '@rubrica/pdf'
import { classifyObject } from '../classify-object.ts'
import { type ChangedObject, type Comparison, report } from '../comparison.ts'
import { objectAt } from '../touched-objects.ts'
import { compareAnnotations } from './annotation.ts'
import { comparePageAnnotations } from './annotation-list.ts'
import { judgeAppearancePart } from './appearance-part.ts'
import { compareFields } from './field.ts'
import { isFieldOrWidget } from './field-facts.ts'
import { comparePages } from './page.ts'
import { judgeBranch } from './page-tree.ts'
import { isUsedAsAnnotation, isUsedAsBranch, isUsedAsResources } from './roles.ts'
import { judgeStructure } from './structure.ts'

export function judgeObject(comparison: Comparison, object: ChangedObject): void {
  const { num, old, now } = object
  if (old instanceof PdfDict && now instanceof PdfDict && judgeDictionary(comparison, num, [old, now])) return
  if (judgeStructure(comparison, object)) return
  if (judgeAppearancePart(comparison, object)) return
  if (judgeAnnotationList(comparison, object)) return
  const what = classifyObject(comparison, { num, value: old ?? now })
  report(comparison, { what: old === null && what === 'UNKNOWN' ? 'HIDDEN_OBJECT' : what, num })
}

/** Whether the object was one that is known by itself. */
function judgeDictionary(comparison: Comparison, num: number, [old, now]: readonly [PdfDict, PdfDict]): boolean {
  const judge = ruleFor(comparison, num, old)
  judge?.(comparison, num, [old, now])
  return judge !== null
}

function ruleFor(comparison: Comparison, num: number, old: PdfDict) {
  const { before } = comparison
  const type = before.resolve(old.get('Type'))
  if (isName(type, 'Page')) return isUsedAsResources(comparison, num) ? null : comparePages
  if (isName(type, 'Pages')) return isUsedAsBranch(comparison, num) ? judgeBranch : null
  const rule = isFieldOrWidget(before, old) ? compareFields : isAnnotation(old) ? compareAnnotations : null
  return rule !== null && isUsedAsAnnotation(comparison, num) ? rule : null
}

function isAnnotation(dict: PdfDict): boolean {
  return dict.get('Subtype') !== undefined && dict.get('Rect') !== undefined
}

/** A page's list of annotations that is an object of its own. */
function judgeAnnotationList(comparison: Comparison, { old, now, uses }: ChangedObject): boolean {
  if (!isArray(old) || !isArray(now)) return false
  if (!uses.every(({ holder, path }) => path === 'Annots' && isPage(comparison, holder))) return false
  for (const { holder } of uses) comparePageAnnotations(comparison, holder as number, [old, now])
  return true
}

function isPage({ before }: Comparison, holder: number | null): boolean {
  if (holder === null) return false
  const page = objectAt(before, holder)
  return page instanceof PdfDict && isName(before.resolve(page.get('Type')), 'Page')
}
