import { newId, PortalError } from '@rubrica/domain'
import { keyedRequest } from '../../keyed-requests.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import { unknownDocument } from '../changes/change-document.ts'
import { findIdleSigner, hasPart, isOver } from '../changes/judge-signers.ts'
import { followDocument } from '../follow-document.ts'
import type { SendingStore, SentDocument } from '../ports.ts'
import type { AskedDocument, PassingAnswer, PassingStore } from './ports.ts'

export interface AnswerPorts extends RunOnce {
  readonly store: SendingStore
  readonly passing: PassingStore
}

export interface AnswerRequest extends Omit<PassingAnswer, 'newId' | 'at' | 'end'> {
  readonly idempotencyKey: string | undefined
}

/**
 * Answers a signer who has named somebody else in their place: with yes, as if the sender had replaced them.
 * @returns the document as it is then
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE, SIGNER_NOT_FOUND, SIGNER_BUSY,
 *   SIGNER_HAS_ACTED, PASSING_NOT_ASKED, SUCCESSOR_UNKNOWN, SUCCESSOR_HAS_PART, IDEMPOTENCY_KEY_REUSED,
 *   IDEMPOTENCY_KEY_IN_USE
 */
export async function answerPassing(ports: AnswerPorts, request: AnswerRequest): Promise<SentDocument> {
  const { idempotencyKey, ...answer } = request
  const { watcher, documentId, signerId, agree, reason, askedAt } = answer
  const call = `POST /v1/documents/${documentId.toLowerCase()}/signers/${signerId.toLowerCase()}/passing`
  const facts = { agree, reason, ...(askedAt && { askedAt }) }
  await runOnce(ports, keyedRequest({ watcher, idempotencyKey }, call, facts), {
    act: async (lease) => {
      const at = ports.now()
      const end = lease && { lease, answer: null, until: keptUntil(at) }
      const isDone = await ports.passing.answer({ ...answer, newId, at, end }, (asked) => judgeAnswer(asked, answer))
      if (!isDone) throw unknownDocument()
    },
    replay: () => Promise.resolve(),
  })
  return followDocument(ports.store, watcher, documentId)
}

function judgeAnswer(
  { document, successor }: AskedDocument,
  { signerId, agree }: Pick<AnswerRequest, 'signerId' | 'agree'>,
): void {
  const signer = findIdleSigner(document, signerId)
  if (!document.isOpen) throw isOver()
  if (successor === 'nobody') {
    throw new PortalError('PASSING_NOT_ASKED', 'This signer waits for no answer, or for one to something else by now.')
  }
  if (!agree) return
  if (!successor) throw new PortalError('SUCCESSOR_UNKNOWN', 'The person who was named cannot sign any more.')
  if (hasPart(document, signer, successor.userId)) {
    throw new PortalError('SUCCESSOR_HAS_PART', 'The person who was named signs the document, or approves it, already.')
  }
}
