import type { Language } from './demo-texts.ts'
import type { Block } from './lay-out-page.ts'

export type AttachmentKind = 'pdf' | 'image' | 'table'

export interface DemoPerson {
  readonly userId: string
  readonly name: string
  readonly certificateId: string
}

/** A document that each demo person gets, made out to them. */
export interface Template {
  readonly fileName: string
  readonly title: string
  readonly language: Language
  readonly sender: string
  readonly tags: readonly string[]
  readonly description?: string
  readonly reason?: string
  readonly isVisible?: boolean
  readonly readAll?: boolean
  /** Also for the next person of the list. */
  readonly isShared?: boolean
  /** The person it is shared with has signed already. */
  readonly isSignedByOther?: boolean
  /** Who approves first: the next person, everybody else, or, of a shared document, this person for the other one. */
  readonly approvers?: 'next' | 'others' | 'of-other'
  readonly attachments?: readonly AttachmentKind[]
  readonly disclaimer?: { readonly title: string; readonly text: string }
  /** Only to be signed with the person's own certificate of the vault. */
  readonly hasCertificate?: boolean
  /** How many places of the document show the signature, when it is visible; one unless said otherwise. */
  readonly places?: number
  readonly daysAgo: number
  readonly blocks: (person: DemoPerson) => readonly Block[]
}
