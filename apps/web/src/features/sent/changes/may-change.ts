/** What may still be changed of a document, as its page shows it; the server has the last word. */
import { hasLeft } from '@rubrica/domain'
import type { SentDocument, SentSigner } from '../sent-queries.ts'

export const isChangeable = ({ mayManage, state }: SentDocument): boolean => mayManage && state === 'open'

/** Who is on the document. */
export const signersOn = ({ signers }: SentDocument): readonly SentSigner[] =>
  signers.filter(({ state }) => !hasLeft(state))

/** Whether people may come and go, and places move: the fields of the file are made before its first signature. */
export const isUnsigned = ({ signers }: SentDocument): boolean => signers.every(({ state }) => state !== 'signed')

/** The first stage in which somebody has yet to sign; those after it have not begun. */
const stageOfNow = (document: SentDocument): number =>
  Math.min(...signersOn(document).flatMap(({ state, stage }) => (state === 'signed' ? [] : [stage])))

/** Stages that a signer may be moved to: those that have not begun, and one after them unless they are alone there. */
export function stageChoices(document: SentDocument, { guid, stage }: SentSigner): number[] {
  const [now, last] = [stageOfNow(document), lastStage(document)]
  if (stage <= now) return []
  const isAlone = signersOn(document).every((other) => other.guid === guid || other.stage !== stage)
  const count = last - now + (isAlone && stage === last ? 0 : 1)
  return Array.from({ length: count }, (_, index) => now + 1 + index)
}

export const lastStage = (document: SentDocument): number => Math.max(...signersOn(document).map(({ stage }) => stage))

/**
 * The stages that become others when somebody is moved: one that is left without anybody goes.
 * @returns by the id of the signer, those alone who move
 */
export function stagesWith(
  document: SentDocument,
  moved: { readonly guid: string; readonly stage: number },
): readonly { readonly guid: string; readonly stage: number }[] {
  const wanted = signersOn(document).map(({ guid, stage }) => ({
    guid,
    before: stage,
    stage: guid === moved.guid ? moved.stage : stage,
  }))
  const stages = [...new Set(wanted.map(({ stage }) => stage))].toSorted((one, other) => one - other)
  return wanted.flatMap(({ guid, before, stage }) => {
    const after = stages.indexOf(stage) + 1
    return after === before ? [] : [{ guid, stage: after }]
  })
}
