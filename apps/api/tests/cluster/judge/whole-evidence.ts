/** Evidence of a run in which every promise was kept, for the judge's own tests. */
import type { HistoryCall } from '../clients/history.ts'
import type { Evidence } from './evidence.ts'

const LTA = 'PAdES-BASELINE-LTA'

let calls = 0
export const call = (wish: Partial<HistoryCall> & Pick<HistoryCall, 'op' | 'attempt'>): HistoryCall => {
  calls += 1
  return { call: calls, client: 'one', began: calls, ended: calls, status: 204, ...wish }
}

export const send = (attempt: string, wish: Partial<HistoryCall> = {}) =>
  call({ op: 'send', attempt, fileName: `${attempt}.pdf`, people: { signers: 1, approvers: 0 }, status: 201, ...wish })

export const event = (
  documentId: string,
  sequence: number,
  [type, facts]: readonly [string, Record<string, unknown>],
) => ({
  documentId,
  sequence,
  type,
  facts,
})

/**
 * A run without a fault: one document signed and archived, one that an approver let through and its signer rejected, one
 * send that nobody knows of, and a key whose PIN was guessed until it locked.
 */
export const whole = (): Evidence => ({
  history: [
    send('signed', { made: 'd1' }),
    send('signed', { made: 'd1' }),
    call({ op: 'sign', subject: 's1', attempt: 'a1', status: 'unknown', ended: null }),
    call({ op: 'sign', subject: 's1', attempt: 'a1' }),
    call({ op: 'sign', subject: 's1', attempt: 'a2', status: 409, code: 'DOCUMENT_NO_LONGER_AVAILABLE' }),
    call({ op: 'upload', attempt: 'u', status: 201, made: 'f1' }),
    send('rejected', { made: 'd2', upload: 'f1', people: { signers: 1, approvers: 1 } }),
    call({ op: 'approve', subject: 'p2', attempt: 'a3' }),
    call({ op: 'reject', subject: 's2', attempt: 'a4' }),
    send('open', { made: 'd5', people: { signers: 1, approvers: 0 } }),
    send('lost', { status: 'unknown', ended: null }),
    ...[1, 2, 3, 4].map((n) =>
      call({ op: 'guess', subject: 's3', attempt: `g${n}`, certificate: 'c', status: 422, code: 'WRONG_PIN' }),
    ),
    call({ op: 'guess', subject: 's3', attempt: 'g5', certificate: 'c', status: 423, code: 'PIN_LOCKED' }),
    call({ op: 'guess', subject: 's3', attempt: 'g6', certificate: 'c', status: 'unknown', ended: null }),
  ],
  documents: [
    { id: 'd1', fileName: 'signed.pdf', state: 'completed', currentRevision: 3 },
    { id: 'd2', fileName: 'rejected.pdf', state: 'rejected', currentRevision: 0 },
    { id: 'd5', fileName: 'open.pdf', state: 'open', currentRevision: 0 },
  ],
  revisions: [
    { documentId: 'd1', number: 0, kind: 'intake', signerId: null, objectId: 'o0' },
    { documentId: 'd1', number: 1, kind: 'signature', signerId: 's1', objectId: 'o1' },
    { documentId: 'd1', number: 2, kind: 'validation_data', signerId: null, objectId: 'o2' },
    { documentId: 'd1', number: 3, kind: 'archive_timestamp', signerId: null, objectId: 'o3' },
    { documentId: 'd2', number: 0, kind: 'intake', signerId: null, objectId: 'o4' },
    { documentId: 'd5', number: 0, kind: 'intake', signerId: null, objectId: 'o5' },
  ],
  signers: [
    { id: 's1', documentId: 'd1', state: 'signed', email: 'ana@x', wasCalled: true, wasTold: true },
    { id: 's2', documentId: 'd2', state: 'rejected', email: 'biel@x', wasCalled: true, wasTold: true },
    { id: 's5', documentId: 'd5', state: 'pending', email: 'carla@x', wasCalled: true, wasTold: true },
  ],
  approvers: [{ id: 'p2', signerId: 's2', documentId: 'd2', state: 'accepted' }],
  attempts: [{ signerId: 's1', key: 'a1', state: 'signed' }],
  events: [
    event('d1', 1, ['document-sent', {}]),
    event('d1', 2, ['document-signed', { signerId: 's1', revision: 1 }]),
    event('d1', 3, ['document-completed', { revision: 1 }]),
    event('d1', 4, ['document-archived', { revision: 2 }]),
    event('d1', 5, ['document-archived', { revision: 3 }]),
    event('d2', 1, ['document-sent', {}]),
    event('d2', 2, ['document-approved', { approverId: 'p2', signerId: 's2' }]),
    event('d2', 3, ['document-rejected', { signerId: 's2' }]),
    event('d2', 4, ['document-downloaded', {}]),
    event('d5', 1, ['document-sent', {}]),
  ],
  archives: [{ documentId: 'd1', state: 'done', level: LTA }],
  vaultKeys: [{ certificateId: 'c', failures: 5, isLocked: true }],
  files: [
    {
      documentId: 'd1',
      integrity: 'intact',
      signatures: [{ signerId: 's1', indication: 'TOTAL-PASSED' }],
      pdfsig: ['Signature is Valid.', 'Signature has not yet been verified.'],
    },
  ],
  mails: [
    { to: 'ana@x', fileNames: ['signed.pdf'] },
    { to: 'biel@x', fileNames: ['rejected.pdf', 'another.pdf'] },
    { to: 'carla@x', fileNames: ['open.pdf'] },
  ],
  audit: [],
  objects: [],
  stuck: [],
  deleted: ['o9'],
  named: ['o0', 'o1', 'o2', 'o3', 'o4', 'o5'],
})
