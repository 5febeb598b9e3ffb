import { PdfError } from '@rubrica/pdf'
import { EVIDENCE_CAUSES, PkiError } from '@rubrica/pki'
import { expect, test } from 'vitest'
import { toProblem } from './archive-problems.ts'

test.each(EVIDENCE_CAUSES)('evidence that is missing because of %s has a code of its own, with its facts', (cause) => {
  const facts = { cause, subject: 'CN=Ana' }
  expect(toProblem(new PkiError('EVIDENCE_MISSING', facts))).toMatchObject({ code: `EVIDENCE_${cause}`, facts })
})

test('silence is not the last word, a revocation is', () => {
  const isFinal = (cause: string) => toProblem(new PkiError('EVIDENCE_MISSING', { cause })).isFinal
  expect(['UNREACHABLE', 'REFUSED', 'STALE', 'UNKNOWN', 'LIES'].map(isFinal)).toEqual(Array(5).fill(false))
  expect(['REVOKED', 'UNTRUSTED', 'NO_ADDRESS', 'FORBIDDEN_ADDRESS', 'INVALID'].map(isFinal)).toEqual(
    Array(5).fill(true),
  )
})

test('a timestamp authority may come back, a file does not change', () => {
  expect(toProblem(new PkiError('TIMESTAMP_UNREACHABLE'))).toMatchObject({
    code: 'TIMESTAMP_UNREACHABLE',
    isFinal: false,
  })
  const clocks = { fault: 'TIME', time: '2031-01-01T10:59:00Z', ownTime: '2031-01-01T12:00:00Z' }
  expect(toProblem(new PkiError('TIMESTAMP_INVALID', clocks))).toMatchObject({
    code: 'TIMESTAMP_WRONG_TIME',
    facts: clocks,
    isFinal: false,
  })
  expect(toProblem(new PkiError('TIMESTAMP_INVALID', { fault: 'NONCE' })).code).toBe('TIMESTAMP_INVALID')
  expect(toProblem(new PkiError('SIGNATURE_INVALID', { field: 'A' }))).toMatchObject({ isFinal: true })
  expect(toProblem(new PdfError('PDF_TOO_COMPLEX'))).toMatchObject({ isFinal: false })
})
