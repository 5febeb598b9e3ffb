import { expect, test } from 'vitest'
import { compareReports } from './compare-reports.mjs'

const began = Date.parse('2026-06-01T12:00:00Z')
const PROVED = '2026-06-01T11:00:00Z'
const passed = { value: 'AA', indication: 'TOTAL_PASSED', subIndication: null, bestTime: PROVED }
const failed = { ...passed, indication: 'TOTAL_FAILED', subIndication: 'FORMAT_FAILURE' }
const read = (...signatures: object[]) => ({ valid: true, signatures })
const seen = (...signatures: object[]) => ({ signatures })
const faults = (report: unknown, dss: unknown, difference?: { ours: string; theirs: string }) =>
  compareReports(report, dss, { began, ...(difference && { difference }) })

test('a report that says what EU DSS says, in whole seconds, has no fault', () => {
  expect(faults(read(passed), seen({ ...passed, bestTime: '2026-06-01T11:00:00.731Z' }))).toEqual([])
  expect(faults(read(), seen())).toEqual([])
})

test('a report that is not of the schema, or that nobody read, is a fault', () => {
  expect(faults({ valid: false, failure: 'cvc-complex-type' }, seen(passed))).toEqual([
    'not of the schema: cvc-complex-type',
  ])
  expect(faults(undefined, seen(passed))).toEqual(['gave no answer'])
  expect(faults(read(passed), { failure: 'no PDF' })).toEqual(['EU DSS: no PDF'])
})

test('another indication, a signature more or less, and another proved time are faults', () => {
  expect(faults(read(passed), seen(failed))).toEqual(['says TOTAL_PASSED, EU DSS TOTAL_FAILED FORMAT_FAILURE'])
  expect(faults(read(), seen(passed))).toEqual(['says no signature, EU DSS TOTAL_PASSED'])
  expect(faults(read(passed, { ...passed, value: 'BB' }), seen(passed))).toEqual([
    'says TOTAL_PASSED, EU DSS no signature',
  ])
  expect(faults(read(passed), seen({ ...passed, bestTime: '2026-06-01T11:00:02Z' }))).toEqual([
    `best signature time ${PROVED}, EU DSS 2026-06-01T11:00:02Z`,
  ])
})

test('times of two validations are the same, and no proved time', () => {
  const now = { ...passed, bestTime: '2026-06-01T12:00:00Z' }
  const later = { ...passed, bestTime: '2026-06-01T12:03:00Z' }
  expect(faults(read(now), seen(later))).toEqual([])
  expect(faults(read(passed), seen(later))).toHaveLength(1)
})

test('signatures are paired by their value, and those that cannot be read in their order', () => {
  const other = { ...failed, value: 'BB', subIndication: 'HASH_FAILURE' }
  expect(faults(read(other, passed), seen(passed, other))).toEqual([])
  expect(faults(read(passed, { ...failed, value: null }), seen({ ...failed, value: 'CC' }, passed))).toEqual([])
})

test('a difference that is listed must be there, and no other', () => {
  const listed = { ours: 'TOTAL_FAILED FORMAT_FAILURE', theirs: 'TOTAL_PASSED' }
  expect(faults(read(failed), seen(passed), listed)).toEqual([])
  expect(faults(read(passed), seen(passed), listed)).toEqual([
    'says TOTAL_PASSED, EU DSS TOTAL_PASSED: not the difference that is listed',
  ])
})
