/**
 * What a later revision did to a signed one, as facts: words are chosen where they are shown.
 *
 * A change without a rule is what makes a file suspicious.
 */

/** What was changed, seen from the document and not from its syntax. */
export const CHANGE_KINDS = [
  'ACTION',
  'ANNOTATION_ADDED',
  'ANNOTATION_CHANGED',
  'ANNOTATION_REMOVED',
  'ATTACHMENT',
  'CATALOG',
  'DOCUMENT_TIMESTAMP',
  'ENCRYPTION',
  'FIELD_ADDED',
  'FIELD_APPEARANCE',
  'FIELD_REMOVED',
  'FIELD_VALUE',
  'FONT',
  'FORM_SETTINGS',
  'HIDDEN_OBJECT',
  'INFO',
  'JAVASCRIPT',
  'METADATA',
  'OPTIONAL_CONTENT',
  'OUTLINE',
  'PAGE_ADDED',
  'PAGE_CONTENT',
  'PAGE_REMOVED',
  'PAGE_SETTINGS',
  'SIGNATURE',
  'STRUCTURE',
  'UNKNOWN',
  'UNREADABLE',
  'VALIDATION_DATA',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The rule that allows a change, whatever the certification says about it. */
export const CHANGE_RULES = [
  'ANNOTATION',
  'DOCUMENT_TIMESTAMP',
  'FORM_FILLING',
  'HARMLESS',
  'METADATA',
  'SIGNATURE',
  'VALIDATION_DATA',
] as const
export type ChangeRule = (typeof CHANGE_RULES)[number]

export interface Change {
  readonly what: ChangeKind
  /** "12 0": number and generation; null when no object can be named. */
  readonly object: string | null
  /**
   * From 1, in the newest revision; null when it belongs to no page, or to very many. On several pages: one for each.
   */
  readonly page: number | null
  /** The revision that made it, from 1. */
  readonly revision: number
  readonly justifiedBy: ChangeRule | null
}

/** What a signature allows later revisions to do (clause 12.8.2). */
export interface ChangeLimits {
  /** DocMDP permission of the certification that holds; null without one. */
  readonly certification: 1 | 2 | 3 | null
  /** Whether a field of this fully qualified name may still be filled. */
  readonly isLocked: (fieldName: string) => boolean
}
