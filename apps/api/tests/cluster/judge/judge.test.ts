/** The judge sees each way in which a run can break a promise: histories that are whole, and then spoilt in one place. */
import { describe, expect, test } from 'vitest'
import type { Evidence } from './evidence.ts'
import { judge } from './judge.ts'
import { call, event, send, whole } from './whole-evidence.ts'

/** Evidence with some of its rows replaced; `change` gives what is different in a row, or nothing for a row to drop. */
type Spoil = (evidence: Evidence) => Partial<Evidence>

const dropped = <Row>(rows: readonly Row[], isGone: (row: Row) => boolean) => rows.filter((row) => !isGone(row))

function changed<Row>(rows: readonly Row[], [isIt, change]: readonly [(row: Row) => boolean, Partial<Row>]): Row[] {
  expect(rows.some(isIt), 'the row that is to be spoilt').toBe(true)
  return rows.map((row) => (isIt(row) ? { ...row, ...change } : row))
}

const further =
  <Name extends keyof Evidence>(name: Name, row: Evidence[Name][number]): Spoil =>
  (evidence) => ({ [name]: [...evidence[name], row] })

const SECOND = { documentId: 'd1', number: 4, kind: 'signature', signerId: 's1', objectId: 'o5' }

const MUTANTS: readonly (readonly [string, readonly string[], Spoil])[] = [
  ['a second revision of a signer', ['I1', 'I5'], further('revisions', SECOND)],
  [
    'a second event of a signature',
    ['I1'],
    further('events', event('d1', 6, ['document-signed', { signerId: 's1', revision: 4 }])),
  ],
  [
    'a signature that was acknowledged and is lost',
    ['I2', 'I5', 'I7'],
    ({ revisions, events, signers }) => ({
      revisions: dropped(revisions, ({ number }) => number > 0),
      events: dropped(events, ({ documentId, sequence }) => documentId === 'd1' && sequence > 1),
      signers: changed(signers, [({ id }) => id === 's1', { state: 'signing' }]),
    }),
  ],
  ['a signed document that is not to be had', ['I2'], () => ({ files: [] })],
  [
    'a signature that is missing in the file',
    ['I2'],
    ({ files }) => ({ files: changed(files, [() => true, { signatures: [] }]) }),
  ],
  [
    'a signature that is not valid to us',
    ['I2'],
    ({ files }) => ({
      files: changed(files, [() => true, { signatures: [{ signerId: 's1', indication: 'TOTAL-FAILED' }] }]),
    }),
  ],
  [
    'a file that was changed',
    ['I2'],
    ({ files }) => ({ files: changed(files, [() => true, { integrity: 'broken' }]) }),
  ],
  [
    'a signature that is not valid to pdfsig',
    ['I2'],
    ({ files }) => ({ files: changed(files, [() => true, { pdfsig: ['Signature is Invalid.'] }]) }),
  ],
  [
    'a file without any signature to pdfsig',
    ['I2'],
    ({ files }) => ({ files: changed(files, [() => true, { pdfsig: [] }]) }),
  ],
  [
    'an attempt that is refused after its success',
    ['I3'],
    further('history', call({ op: 'sign', subject: 's1', attempt: 'a1', status: 404, code: 'DOCUMENT_NOT_FOUND' })),
  ],
  [
    'an attempt that signed, and was refused alone',
    ['I3'],
    further('attempts', { signerId: 's1', key: 'a2', state: 'signed' }),
  ],
  [
    'a document that was sent and is lost',
    ['I4'],
    ({ documents, revisions, signers, events, mails }) => ({
      documents: dropped(documents, ({ id }) => id === 'd2'),
      revisions: dropped(revisions, ({ documentId }) => documentId === 'd2'),
      signers: changed(signers, [({ id }) => id === 's2', { documentId: 'gone' }]),
      events: changed(events, [({ documentId }) => documentId === 'd2', { documentId: 'gone' }]),
      mails: dropped(mails, ({ to }) => to === 'biel@x'),
    }),
  ],
  [
    'two documents of one send',
    ['I4', 'I8'],
    ({ documents, revisions, signers, events }) => ({
      documents: [...documents, { id: 'd3', fileName: 'rejected.pdf', state: 'open', currentRevision: 0 }],
      revisions: [...revisions, { documentId: 'd3', number: 0, kind: 'intake', signerId: null, objectId: 'o4' }],
      signers: [
        ...signers,
        { id: 's3', documentId: 'd3', state: 'pending', email: 'carla@x', wasCalled: true, wasTold: false },
      ],
      events: [...events, event('d3', 1, ['document-sent', {}])],
    }),
  ],
  ['two answers to one send', ['I4'], further('history', send('signed', { made: 'd2' }))],
  [
    'a send nobody knows of that left half a document',
    ['I4'],
    ({ documents, revisions, events }) => ({
      documents: [...documents, { id: 'd3', fileName: 'lost.pdf', state: 'open', currentRevision: 0 }],
      revisions: [...revisions, { documentId: 'd3', number: 0, kind: 'intake', signerId: null, objectId: 'o4' }],
      events: [...events, event('d3', 1, ['document-sent', {}])],
    }),
  ],
  [
    'a document whose log does not begin',
    ['I4'],
    ({ events }) => ({ events: dropped(events, ({ documentId, sequence }) => documentId === 'd2' && sequence === 1) }),
  ],
  [
    'a rejection that was acknowledged and is lost',
    ['I4'],
    ({ signers, documents, events }) => ({
      signers: changed(signers, [({ id }) => id === 's2', { state: 'pending' }]),
      documents: changed(documents, [({ id }) => id === 'd2', { state: 'open' }]),
      events: dropped(events, ({ type }) => type === 'document-rejected'),
    }),
  ],
  [
    'an approval that was acknowledged and is lost',
    ['I4'],
    ({ approvers }) => ({ approvers: changed(approvers, [() => true, { state: 'pending' }]) }),
  ],
  [
    'an approval that the log does not have',
    ['I4'],
    ({ events }) => ({ events: dropped(events, ({ type }) => type === 'document-approved') }),
  ],
  [
    'a file that was handed over and is lost',
    ['I4'],
    further('history', send('again', { upload: 'f1', status: 404, code: 'FILE_NOT_FOUND' })),
  ],
  [
    'a gap between revisions',
    ['I5'],
    ({ revisions }) => ({ revisions: dropped(revisions, ({ number }) => number === 2) }),
  ],
  [
    'a current revision that is not there',
    ['I5'],
    ({ documents }) => ({ documents: changed(documents, [({ id }) => id === 'd2', { currentRevision: 1 }]) }),
  ],
  ['a chain that is broken', ['I5'], () => ({ audit: ['Document d1: event 3 was changed.'] })],
  ['an object that is missing', ['I5'], () => ({ objects: ['Document d1: the object o1 of revision 1 is missing.'] })],
  [
    'a revision that goes back',
    ['I6'],
    ({ events }) => ({
      events: changed(events, [
        ({ sequence, documentId }) => documentId === 'd1' && sequence === 5,
        { facts: { revision: 1 } },
      ]),
    }),
  ],
  [
    'a signature after a rejection',
    ['I6'],
    further('events', event('d2', 5, ['document-signed', { signerId: 's9', revision: 1 }])),
  ],
  [
    'a signer who is still signing',
    ['I7'],
    further('signers', {
      id: 's8',
      documentId: 'd0',
      state: 'signing',
      email: 'ana@x',
      wasCalled: true,
      wasTold: false,
    }),
  ],
  ['something that is stuck', ['I7'], () => ({ stuck: ['a1  signature, signer s1: waits for server'] })],
  ['a completed document that is not archived', ['I7'], () => ({ archives: [] })],
  [
    'a completed document that stays at its level',
    ['I7'],
    ({ archives }) => ({ archives: changed(archives, [() => true, { state: 'failed', level: 'PAdES-BASELINE-T' }]) }),
  ],
  [
    'a signer who was never told',
    ['I8'],
    ({ mails, signers }) => ({
      mails: dropped(mails, ({ to }) => to === 'carla@x'),
      signers: changed(signers, [({ id }) => id === 's5', { wasTold: false }]),
    }),
  ],
  [
    'a mail that was sent and never came',
    ['I8'],
    ({ mails }) => ({ mails: dropped(mails, ({ to }) => to === 'ana@x') }),
  ],
  [
    'a mail to who was never called',
    ['I8'],
    ({ signers }) => ({ signers: changed(signers, [({ id }) => id === 's2', { wasCalled: false }]) }),
  ],
  [
    'a sixth guess',
    ['I9'],
    ({ history, vaultKeys }) => ({
      history: changed(history, [({ attempt }) => attempt === 'g5', { status: 422, code: 'WRONG_PIN' }]),
      vaultKeys: changed(vaultKeys, [() => true, { failures: 6 }]),
    }),
  ],
  [
    'a wrong PIN that is not counted',
    ['I9'],
    ({ vaultKeys }) => ({ vaultKeys: changed(vaultKeys, [() => true, { failures: 3, isLocked: false }]) }),
  ],
  [
    'a lock that does not lock',
    ['I9'],
    ({ vaultKeys }) => ({ vaultKeys: changed(vaultKeys, [() => true, { isLocked: false }]) }),
  ],
  [
    'a wrong PIN that signs',
    ['I2', 'I9'],
    further('history', call({ op: 'guess', subject: 's3', attempt: 'g7', certificate: 'c', status: 204 })),
  ],
  ['an object that is deleted while a row names it', ['I10'], further('deleted', 'o1')],
]

const invariantsOf = (evidence: Evidence) => [...new Set(judge(evidence).map(({ invariant }) => invariant))]

describe('the judge', () => {
  test('finds nothing where every promise was kept', () => {
    expect(judge(whole())).toEqual([])
  })

  test.each(MUTANTS)('names %s', (_, invariants, spoil) => {
    const evidence = whole()
    expect(invariantsOf({ ...evidence, ...spoil(evidence) })).toEqual(invariants)
  })

  test('has a spoilt history for every invariant', () => {
    const named = new Set(MUTANTS.flatMap(([, invariants]) => invariants))
    expect(named).toEqual(new Set(['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10']))
  })
})
