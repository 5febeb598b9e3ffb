/** The life of a document and of the people on it (spec §4, architecture part 4). */
export const DOCUMENT_STATES = ['open', 'completed', 'rejected', 'expired', 'cancelled'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

/**
 * `signing` is held only while one attempt is at work; it falls back to `pending`. Who was `replaced` stays in the record
 * while another signer has the slot; who was `removed` does so without anybody in their place.
 */
export const SIGNER_STATES = [
  'waiting',
  'pending',
  'signing',
  'signed',
  'rejected',
  'cancelled',
  'replaced',
  'removed',
] as const
export type SignerState = (typeof SIGNER_STATES)[number]

/** Whether somebody is on the document no more, though the record has them. @param state also of another release */
export const hasLeft = (state: string): boolean => state === 'replaced' || state === 'removed'

export const APPROVER_STATES = ['pending', 'accepted', 'rejected', 'cancelled'] as const
export type ApproverState = (typeof APPROVER_STATES)[number]

/** What a person does about a document that they are asked to sign or to approve. */
export const ACTS = ['Signed', 'Approved', 'Rejected'] as const
export type Act = (typeof ACTS)[number]

/** What the list of what somebody signed has besides: what they got a copy of. */
export const HISTORY_ACTS = [...ACTS, 'Copied'] as const
export type HistoryAct = (typeof HISTORY_ACTS)[number]

export const ATTEMPT_STATES = ['signing', 'signed', 'failed'] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/**
 * The life of a signing run. `preparing` fixes bytes, `needs-person` waits to be authorised, `finishing` embeds values,
 * `confirming` has the person confirm one document after another elsewhere; `done` and `stopped` are ends.
 */
export const RUN_STATES = ['preparing', 'needs-person', 'confirming', 'finishing', 'done', 'stopped'] as const
export type RunState = (typeof RUN_STATES)[number]

/**
 * One document of a run. `valued`: the signature value over the prepared bytes is there, sealed. `moved-on`: the document
 * got another signature before, so that it is prepared anew once the others are done, and asked for again. `asked`: the
 * person is asked to confirm it elsewhere. `discarded`: it was let go unsigned.
 */
export const RUN_ITEM_STATES = [
  'queued',
  'prepared',
  'valued',
  'asked',
  'finishing',
  'moved-on',
  'signed',
  'failed',
  'discarded',
] as const
export type RunItemState = (typeof RUN_ITEM_STATES)[number]

/** SignatureStatus on the wire (spec §3); null is shown as Undefined. */
export type SignatureStatus = 'Signed' | 'Unsigned' | 'Rejected' | null

/**
 * Whether who is asked to sign may name somebody else in their place: `asked` when the sender agrees. They have no part in
 * the document any more then, and the other one signs for themselves.
 */
export const PASSING_ON = ['no', 'asked', 'yes'] as const
export type PassingOn = (typeof PASSING_ON)[number]

/** What the signers table says of a signer. */
export function signatureStatusOf(state: SignerState): SignatureStatus {
  switch (state) {
    case 'signed':
      return 'Signed'
    case 'rejected':
      return 'Rejected'
    case 'cancelled':
    case 'replaced':
    case 'removed':
      return null
    case 'waiting':
    case 'pending':
    case 'signing':
      return 'Unsigned'
  }
}

/** How far the long-term form of a document is: nothing to do yet, under way, reached, or given up with a reason. */
export const ARCHIVE_STATES = ['none', 'waiting', 'done', 'failed'] as const
export type ArchiveState = (typeof ARCHIVE_STATES)[number]

/** What changes after a signature say of a document as a whole. */
export const INTEGRITIES = ['intact', 'suspicious', 'broken'] as const
export type Integrity = (typeof INTEGRITIES)[number]
