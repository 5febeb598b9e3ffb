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

/**
 * Under which certification each rule allows a change (clause 12.8.2.2): without one, and by its permission. Filling in
 * and signing end with a lock on the field, too.
 */
export const ALLOWED = {
  ANNOTATION: { none: false, 1: false, 2: false, 3: true },
  DOCUMENT_TIMESTAMP: { none: true, 1: true, 2: true, 3: true },
  FORM_FILLING: { none: true, 1: false, 2: true, 3: true },
  HARMLESS: { none: true, 1: true, 2: true, 3: true },
  METADATA: { none: true, 1: true, 2: true, 3: true },
  SIGNATURE: { none: true, 1: false, 2: true, 3: true },
  VALIDATION_DATA: { none: true, 1: true, 2: true, 3: true },
} as const
export type ChangeRule = keyof typeof ALLOWED

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
