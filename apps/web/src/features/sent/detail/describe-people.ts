import { hasLeft } from '@rubrica/domain'
import type { SentApprover, SentDocument, SentSigner } from '../sent-queries.ts'

/** Words and colour of how far somebody is. */
interface Standing {
  readonly text: `sent.signerStates.${SignerWord}` | `sent.approverStates.${ApproverWord}`
  readonly tone: 'good' | 'bad' | 'warn' | undefined
}

type SignerWord = keyof typeof SIGNER_TONES
type ApproverWord = keyof typeof APPROVER_TONES

const SIGNER_TONES = {
  waiting: undefined,
  waitingApproval: undefined,
  pending: 'warn',
  signing: 'warn',
  signed: 'good',
  rejected: 'bad',
  cancelled: undefined,
  replaced: undefined,
  removed: undefined,
} as const
const APPROVER_TONES = { pending: 'warn', accepted: 'good', rejected: 'bad', cancelled: undefined } as const

/** A state that we have no word for is one in which nobody can act. */
const wordOf = <Word extends string>(tones: Record<Word, unknown>, state: string): Word | 'cancelled' =>
  Object.hasOwn(tones, state) ? (state as Word) : 'cancelled'

/** How far a signer is; who waits may do so for approvals, or for the stages before. */
export function standingOfSigner({ state, approvers }: SentSigner): Standing {
  const isAsking = state === 'waiting' && approvers.some((approver) => approver.state === 'pending')
  const word = isAsking ? 'waitingApproval' : wordOf(SIGNER_TONES, state)
  return { text: `sent.signerStates.${word}`, tone: SIGNER_TONES[word] }
}

export function standingOfApprover({ state }: SentApprover): Standing {
  const word = wordOf(APPROVER_TONES, state)
  return { text: `sent.approverStates.${word}`, tone: APPROVER_TONES[word] }
}

/** Who can act now, and since when; approvers are asked when the document is sent. */
export function awaitedOf({ signers, uploadedAt }: SentDocument) {
  return signers.flatMap((signer) => [
    ...(isTheirTurn(signer) ? [{ name: signer.name, isApprover: false, since: signer.calledAt ?? uploadedAt }] : []),
    ...signer.approvers
      .filter(isTheirTurn)
      .map((approver) => ({ name: approver.name, isApprover: true, since: uploadedAt })),
  ])
}

/** Whether somebody can act at this moment. */
export const isTheirTurn = ({ state }: { readonly state: string }): boolean =>
  state === 'pending' || state === 'signing'

/** Everybody who could still act, now or later: whom a withdrawal takes the document from. */
export const stillAsked = ({ signers }: SentDocument): readonly string[] =>
  signers
    .flatMap((signer) => [signer, ...signer.approvers])
    .filter((person) => person.state === 'waiting' || isTheirTurn(person))
    .map(({ name }) => name)

/** Whether anybody has signed or approved. */
export const hasActs = ({ signers }: SentDocument): boolean =>
  signers.some(({ state, approvers }) => state === 'signed' || approvers.some((one) => one.state === 'accepted'))

/** Signers of one stage, and how far it is. */
export interface Stage {
  readonly number: number
  readonly signers: readonly SentSigner[]
  /** Null where the document is over. */
  readonly standing: 'done' | 'now' | 'later' | null
}

function standingOfStage(signers: readonly SentSigner[], isFirstOpen: boolean): 'done' | 'now' | 'later' {
  if (signers.every(({ state }) => state === 'signed' || hasLeft(state))) return 'done'
  return isFirstOpen ? 'now' : 'later'
}

/** The stages in their order; the first one that not all have signed is the one of now. */
export function stagesOf({ signers, state }: SentDocument): readonly Stage[] {
  const numbers = [...new Set(signers.map(({ stage }) => stage))].sort((a, b) => a - b)
  let isFirstOpen = true
  return numbers.map((number) => {
    const people = signers.filter(({ stage }) => stage === number)
    const standing = standingOfStage(people, isFirstOpen)
    if (standing === 'now') isFirstOpen = false
    const isOver = state !== 'open' && standing !== 'done'
    return { number, signers: people, standing: isOver ? null : standing }
  })
}
