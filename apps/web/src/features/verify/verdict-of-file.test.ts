import { describe, expect, test } from 'vitest'
import type { FileFindings, FoundSignature } from '../../shared/api/document-signatures.ts'
import { verdictOfFile } from './verdict-of-file.ts'

const signature = (more: Partial<FoundSignature> = {}): FoundSignature => ({
  ...{ Field: 'Signature', Signer: 'Ana', Kind: 'signature', Indication: 'TOTAL-PASSED', SubIndication: null },
  ...{ Level: 'PAdES-BASELINE-LTA', SignedAt: null, ProvedAt: null, Revision: 1, Changes: [], ChangedPages: [] },
  ...more,
})
const timestamp = signature({ Kind: 'timestamp' })
const found = (Signatures: FoundSignature[], more: Partial<FileFindings> = {}): FileFindings => ({
  ...{ Integrity: 'intact', Trust: 'anchored', Revisions: 1, Warnings: [], Signatures },
  ...more,
})
const change = (What: string) => ({ What, Page: null, Revision: 2, JustifiedBy: 'HARMLESS' })

describe('the sentence that comes first', () => {
  test('counts signatures, not time stamps', () => {
    expect(verdictOfFile(found([signature(), signature(), timestamp]), 'passed')).toEqual({
      ...{ tone: 'good', text: 'verify.verdicts.valid', count: 2, since: 'nothing' },
    })
  })

  test('tells an addition that is allowed from what only proves the time', () => {
    const proved = signature({ Changes: [change('DOCUMENT_TIMESTAMP'), change('VALIDATION_DATA')] })
    expect(verdictOfFile(found([proved, timestamp]), 'passed').since).toBe('nothing')
    const filled = signature({ Changes: [change('FIELD_VALUE')] })
    expect(verdictOfFile(found([filled]), 'passed').since).toBe('allowed')
  })

  test.each(['open', 'changed', 'failed'] as const)(
    'says nothing of later changes where more is amiss: %s',
    (worst) => {
      expect(verdictOfFile(found([signature()]), worst)).toMatchObject({
        since: undefined,
        tone: worst === 'open' ? 'warn' : 'bad',
      })
    },
  )

  test('says whether it is the signer or the certificate’s standing that is not known', () => {
    expect(verdictOfFile(found([signature()], { Trust: 'unknown' }), 'unconfirmed').text).toBe(
      'verify.verdicts.unconfirmed',
    )
    expect(verdictOfFile(found([signature()]), 'unconfirmed').text).toBe('verify.verdicts.notYetKnown')
  })

  test('never calls a suspicious file valid', () => {
    const suspicious = found([signature()], { Integrity: 'suspicious', Warnings: ['SIGNATURE_ORPHANED'] })
    expect(verdictOfFile(suspicious, 'passed')).toMatchObject({ tone: 'bad', text: 'verify.verdicts.changed' })
  })

  test('tells a file without signatures from one that nobody can read, and from one with time stamps alone', () => {
    expect(verdictOfFile(found([]), 'passed')).toMatchObject({ tone: 'info', text: 'verify.verdicts.none' })
    const damaged = found([], { Integrity: 'broken', Warnings: ['PDF_DAMAGED'] })
    expect(verdictOfFile(damaged, 'passed')).toMatchObject({ tone: 'bad', text: 'verify.verdicts.damaged' })
    expect(verdictOfFile(found([timestamp]), 'passed')).toMatchObject({ text: 'verify.verdicts.timestamps', count: 1 })
  })
})
