/** A group that is added to a draft: each of its people becomes somebody who signs. Nothing here knows the screen. */
import { asDraftPerson, keyOf, keyOfRecipient, type Recipient } from '../../../shared/sending/contacts/recipients.ts'
import { addSigner, MOST_SIGNERS, type Draft } from '../draft.ts'

/** Why somebody is not added: they are there, cannot be asked, or nobody more fits. */
export type WhyLeftOut = 'there' | 'gone' | 'guest' | 'full'

export interface Unfolded {
  readonly add: readonly Recipient[]
  readonly leftOut: readonly { readonly name: string; readonly why: WhyLeftOut }[]
}

/** Whom of a group a draft takes. */
export function unfoldGroup({ signers }: Pick<Draft, 'signers'>, members: readonly Recipient[]): Unfolded {
  const there = new Set(signers.map(keyOf))
  const add: Recipient[] = []
  const leftOut: { name: string; why: WhyLeftOut }[] = []
  for (const member of members) {
    const why = whyNot(member, there.has(keyOfRecipient(member)), signers.length + add.length)
    if (why) leftOut.push({ name: member.name, why })
    else add.push(member)
  }
  return { add, leftOut }
}

function whyNot({ canBeAsked, userId }: Recipient, isThere: boolean, count: number): WhyLeftOut | undefined {
  if (isThere) return 'there'
  if (!canBeAsked) return userId === null ? 'guest' : 'gone'
  return count >= MOST_SIGNERS ? 'full' : undefined
}

/** A draft with somebody who is suggested; nobody twice. */
export function addRecipient(draft: Draft, one: Recipient): Draft {
  const isThere = draft.signers.some((signer) => keyOf(signer) === keyOfRecipient(one))
  return isThere ? draft : addSigner(draft, asDraftPerson(one))
}
