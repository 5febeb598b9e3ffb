import { expect, test } from 'vitest'
import type { Findings, KeptFindings } from './ports.ts'
import { requireUnchanged } from './require-unchanged.ts'
import { validateRevision, type ValidateRevision } from './validate-revision.ts'

const MINUTE = 60_000
const revision = { documentId: 'd', revision: 1, digest: 'aa' }
const intact: Findings = { integrity: 'intact', trust: 'anchored', warnings: [], signatures: [], revisionEnds: [1] }
const notValidated: Findings = { ...intact, integrity: 'suspicious', warnings: ['NOT_VALIDATED_PDF_TOO_COMPLEX'] }

function open(kept?: KeptFindings) {
  const state = { validations: 0, now: 0, kept }
  const needs: ValidateRevision = {
    findings: {
      find: async () => state.kept,
      keep: async (_revision, _key, findings) => void (state.kept = findings),
      notIntact: async () => [],
      currentOfSigner: async () => revision,
    },
    validator: {
      validate: async () => {
        state.validations += 1
        await new Promise(setImmediate)
        return intact
      },
      countPages: async () => 1,
    },
    evidence: { load: async () => ({ certificates: [], ocsps: [], crls: [] }) },
    documents: {
      load: async () => ({
        bytes: Buffer.alloc(1),
        revision: 1,
        digest: 'aa',
        key: { documentId: 'd', wrappedKey: Buffer.alloc(1) },
      }),
    },
    underWay: new Map(),
    now: () => new Date(state.now),
  }
  return { state, needs }
}

test('of many who look at a revision at once, one has it validated', async () => {
  const { state, needs } = open()
  await Promise.all([1, 2, 3, 4].map(() => validateRevision(needs, revision)))
  expect(state.validations).toBe(1)
  expect(needs.underWay.size).toBe(0)
})

test('what a busy server did not get through is tried again some minutes later, also by who signs', async () => {
  const { state, needs } = open({ ...notValidated, validatedAt: new Date(0) })
  const sign = () =>
    requireUnchanged(needs).require({ ...revision, isUnsigned: false, integrity: 'suspicious' }, { accepted: false })
  state.now = 9 * MINUTE
  await expect(sign()).rejects.toMatchObject({ code: 'DOCUMENT_SUSPICIOUS' })
  expect(state.validations).toBe(0)
  state.now = 11 * MINUTE
  expect(await sign()).toBeUndefined()
  expect(state.validations).toBe(1)
})

test('what was found is good for a day on the screen, and for ever before a signature', async () => {
  const { state, needs } = open({ ...intact, validatedAt: new Date(0) })
  state.now = 25 * 60 * MINUTE
  await validateRevision(needs, revision, { isAnyAgeGood: true })
  expect(state.validations).toBe(0)
  await validateRevision(needs, revision)
  expect(state.validations).toBe(1)
})
