/**
 * The model of a document: what its parts are, and what an update may do to each (ISO 32000-2 clauses 7.7, 12.5, 12.7 and
 * 12.8.2.2).
 *
 * What is not written here stays as it is. Which rule holds under which certification stands in `change.ts`.
 */
import { isInteger, isName, PdfDict, type PdfDocument, PdfName, type PdfObject, PdfStream } from '@rubrica/pdf'
import type { ChangeKind } from '../change.ts'
import { actionIn, actionOrPlace } from '../judges/actions.ts'
import { comparePageAnnotations } from '../judges/annotation-list.ts'
import { compareAnnotations } from '../judges/annotation.ts'
import { isFieldOrWidget } from '../judges/field-facts.ts'
import * as field from '../judges/field.ts'
import {
  addsPlainFonts,
  addsToResources,
  isStillForm,
  mayBeDefaultAppearance,
  raisesFlags,
  redrawsAlike,
} from '../judges/form.ts'
import { compareEncryption, compareMetadata, mayBeInformation } from '../judges/metadata.ts'
import { compareFieldLists } from '../judges/new-field.ts'
import { compareBranches, hasSameContent, inheritsTheSame, kindOfNames, kindOfTree } from '../judges/pages.ts'
import { compareElements, compareStructurePart, growsRoot } from '../judges/structure.ts'
import { compareStore } from '../judges/validation-data.ts'
import {
  type EntryModel,
  former,
  free,
  isAnyName,
  isDict,
  judged,
  latter,
  leading,
  named,
  once,
  same,
  type Subject,
  type SubjectModel,
} from './entries.ts'

const isPage = (document: PdfDocument, value: PdfObject): boolean =>
  value instanceof PdfDict && isName(document.resolve(value.get('Type')), 'Page')
const inTree = (document: PdfDocument, value: PdfObject): Subject => (isPage(document, value) ? 'page' : 'pages')
const inList = (document: PdfDocument, value: PdfObject): Subject =>
  value instanceof PdfDict && isFieldOrWidget(document, value) ? 'field' : 'annotation'
const inStructure = (_: PdfDocument, value: PdfObject): Subject | null => (value instanceof PdfDict ? 'element' : null)
/** Nodes of the tree belong to it. */
const inParentTree = (_: PdfDocument, value: PdfObject): Subject | null =>
  value instanceof PdfDict && (value.get('S') ?? value.get('P')) !== undefined ? 'element' : null

const pointing = { points: true }
const inherited = (what: ChangeKind, more: Partial<EntryModel> = {}): EntryModel =>
  same(what, { may: inheritsTheSame, ...more })
const filling = same('FIELD_APPEARANCE', { may: field.whenFilled, takesParts: true })
const flags = same('FIELD_APPEARANCE', { may: field.changesQuietFlags })
const kids = same('STRUCTURE', { leadsTo: inStructure, holds: 'element', judgePart: compareStructurePart })
const resources = inherited('PAGE_CONTENT', { partsMay: addsPlainFonts })
const fieldGone = same('FIELD_REMOVED')
const placing = same('FIELD_APPEARANCE', { judge: field.comparePlaces })
const quiet = free('FIELD_APPEARANCE')

export const MODEL: Readonly<Record<Subject, SubjectModel>> = {
  trailer: {
    entries: {
      Encrypt: judged('ENCRYPTION', compareEncryption),
      Info: same('INFO', { may: mayBeInformation, takesParts: true }),
      // It may have another number: what it says is compared in any case.
      Root: same('CATALOG', { may: () => 'same', leadsTo: () => 'catalog' }),
    },
    // Every save writes others, which lead nowhere.
    otherwise: same('UNKNOWN', { may: () => 'same' }),
    showsValue: true,
    always: ['Encrypt'],
  },
  catalog: {
    entries: {
      AA: same(actionIn, pointing),
      AF: same('ATTACHMENT'),
      AcroForm: same('FORM_SETTINGS', { may: isStillForm, leadsTo: () => 'form', holds: 'form' }),
      Collection: same('ATTACHMENT'),
      DSS: judged('VALIDATION_DATA', compareStore),
      Dests: same('CATALOG', pointing),
      Extensions: free('CATALOG', isDict),
      MarkInfo: free('CATALOG', isDict),
      Metadata: judged('METADATA', compareMetadata),
      Names: same(kindOfNames, pointing),
      NeedsRendering: same('FORM_SETTINGS'),
      OCProperties: same('OPTIONAL_CONTENT'),
      OpenAction: same(actionOrPlace, pointing),
      Outlines: same('OUTLINE', pointing),
      // A signature in colour needs to define its colours (clause 14.11.5).
      OutputIntents: once('CATALOG', Array.isArray),
      PageLabels: same('PAGE_SETTINGS'),
      // MuPDF opens the list of attachments of every file that has some: it covers no page.
      PageMode: free('CATALOG', named('UseAttachments')),
      Pages: leading(kindOfTree, 'pages'),
      Perms: same('SIGNATURE'),
      PieceInfo: free('CATALOG', isDict, pointing),
      StructTreeRoot: leading('STRUCTURE', 'structure', {
        holds: 'structure',
        may: growsRoot,
        whatAllowed: 'STRUCTURE',
      }),
      Threads: same('CATALOG', pointing),
      Type: free('CATALOG', named('Catalog')),
      Version: free('CATALOG', (value) => value instanceof PdfName && /^[12]\.\d$/.test(value.value)),
    },
    otherwise: same('CATALOG'),
    showsValue: true,
  },
  form: {
    entries: {
      CO: same('FORM_SETTINGS', pointing),
      DA: same('FORM_SETTINGS', { may: mayBeDefaultAppearance }),
      DR: same('FORM_SETTINGS', { may: addsToResources, takesParts: true }),
      Fields: judged('FORM_SETTINGS', compareFieldLists, { leadsTo: () => 'field' }),
      NeedAppearances: same('FORM_SETTINGS', { may: redrawsAlike }),
      Q: free('FORM_SETTINGS', (value) => value === null || isInteger(value), { rule: 'FORM_FILLING' }),
      SigFlags: same('FORM_SETTINGS', { may: raisesFlags }),
      Type: same('FORM_SETTINGS', {
        may: (change) => (former(change) === null && isAnyName(latter(change)) ? 'FORM_FILLING' : null),
      }),
    },
    otherwise: same('FORM_SETTINGS'),
    showsValue: true,
  },
  structure: {
    entries: {
      K: kids,
      ParentTree: same('STRUCTURE', { leadsTo: inParentTree, judgePart: compareStructurePart }),
    },
    otherwise: same('STRUCTURE'),
    judge: compareElements,
  },
  element: {
    entries: {
      K: kids,
      Obj: same('STRUCTURE', pointing),
    },
    otherwise: same('STRUCTURE'),
    judge: compareElements,
  },
  pages: {
    entries: {
      Kids: same('PAGE_SETTINGS', { leadsTo: inTree }),
      Parent: same('PAGE_SETTINGS', { leadsTo: () => 'pages' }),
      Resources: resources,
    },
    otherwise: same('PAGE_CONTENT'),
    judge: compareBranches,
  },
  page: {
    entries: {
      AA: same(actionIn, pointing),
      AF: same('ATTACHMENT'),
      Annots: judged('ANNOTATION_CHANGED', comparePageAnnotations, { leadsTo: inList }),
      B: same('PAGE_SETTINGS', pointing),
      Contents: same('PAGE_CONTENT', { may: hasSameContent }),
      CropBox: inherited('PAGE_SETTINGS'),
      Group: same('PAGE_CONTENT'),
      LastModified: free('PAGE_SETTINGS'),
      MediaBox: inherited('PAGE_SETTINGS'),
      Metadata: free('PAGE_SETTINGS', (value) => value instanceof PdfStream, {
        rule: 'METADATA',
        whatAllowed: 'METADATA',
      }),
      PieceInfo: free('PAGE_SETTINGS', isDict, pointing),
      Resources: resources,
      Rotate: inherited('PAGE_SETTINGS'),
      // Other words would be read out for the same content.
      StructParents: once('PAGE_SETTINGS', isInteger),
      Tabs: free('PAGE_SETTINGS', isAnyName),
    },
    otherwise: same('PAGE_SETTINGS'),
  },
  field: {
    entries: {
      A: same(actionIn, pointing),
      AA: same(actionIn, pointing),
      AP: judged('FIELD_APPEARANCE', field.compareLooks),
      AS: same('FIELD_APPEARANCE', { may: field.showsState }),
      ...{ BS: filling, DA: filling, DS: filling, I: filling, MK: filling, Q: filling, RV: filling, TI: filling },
      ...{ F: placing, Ff: flags, Rect: placing, Subtype: placing },
      ...{ FT: fieldGone, T: fieldGone },
      Kids: same('FIELD_REMOVED', {
        may: field.renumbersKids,
        whatAllowed: 'FIELD_APPEARANCE',
        leadsTo: inList,
        takesParts: true,
      }),
      ...{ M: quiet, NM: quiet },
      OC: same('OPTIONAL_CONTENT'),
      P: same('FIELD_APPEARANCE', { may: field.isOnPage }),
      Parent: { ...fieldGone, leadsTo: () => 'field' },
      // Another part of the structure would be read out in place of the former one.
      StructParent: once('FIELD_APPEARANCE'),
      Type: once('FIELD_APPEARANCE', named('Annot')),
      V: judged('FIELD_VALUE', field.compareValues),
    },
    otherwise: same('FIELD_APPEARANCE', { takesParts: true }),
    // They may have been written anew in their places.
    always: ['AP', 'V'],
  },
  annotation: {
    entries: {
      A: same(actionIn, pointing),
      AA: same(actionIn, pointing),
      Dest: same('ANNOTATION_CHANGED', pointing),
      PA: same('ANNOTATION_CHANGED', pointing),
      IRT: leading('ANNOTATION_CHANGED', 'annotation'),
      Parent: leading('ANNOTATION_CHANGED', 'annotation'),
      Popup: leading('ANNOTATION_CHANGED', 'annotation'),
    },
    otherwise: same('ANNOTATION_CHANGED', { takesParts: true }),
    judge: compareAnnotations,
  },
}
