/** What deputies say of a document to the one whom they stand in for. It binds nobody, and is no part of the evidence. */

import type { NamedPerson } from '../substitutions/ports.ts'

/** What is asked of a person: a signature or an approval. */
export type RemarkedPart = { readonly signerId: string } | { readonly approverId: string }

/** How lists mark what something was said of. */
export type RemarkMark = 'checked' | 'noted'

export interface Remark {
  readonly deputy: NamedPerson
  /** They have looked at the document, and found nothing in its way. */
  readonly isChecked: boolean
  /** Empty where they only checked it. */
  readonly text: string
  readonly at: Date
}

export type NewRemark = Omit<Remark, 'deputy'> & { readonly deputyId: string }

export interface RemarkStore {
  /** Of what is asked of a person, the latest first; undefined where nothing of that is. */
  of(principalId: string, part: RemarkedPart): Promise<readonly Remark[] | undefined>
  /** In place of what the same deputy has said before. @returns false where nothing of that waits for the person */
  keep(principalId: string, part: RemarkedPart, remark: NewRemark): Promise<boolean>
  /** Takes back what a deputy has said, as long as it waits for the person. */
  remove(principalId: string, part: RemarkedPart, deputyId: string): Promise<void>
}
