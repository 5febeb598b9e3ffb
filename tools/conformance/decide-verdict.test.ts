import { describe, expect, it } from 'vitest'
import { decideVerdict } from './decide-verdict.mjs'

const T = 'PAdES-BASELINE-T'
const stamp = { indication: 'PASSED', subIndication: null, errors: [], warnings: [] }
const dss = { indication: 'TOTAL_PASSED', subIndication: null, level: T, timestamps: [stamp], errors: [], warnings: [] }
const pyhanko = {
  intact: true,
  valid: true,
  trusted: true,
  bottomLine: true,
  timestamp: { valid: true, trusted: true },
  summary: 'INTACT:TRUSTED',
}
const good = {
  pdfsig: [{ ok: true, says: 'Signature is Valid.' }],
  openssl: [{ ok: true }],
  pyhanko: { signatures: [pyhanko] },
  dss: { signatures: [dss] },
  qpdf: { ok: true },
}
const faultsOf = (change: Partial<Record<keyof typeof good, unknown>>, level = T): string[] =>
  Object.values(decideVerdict({ ...good, ...change }, level)).flat()
const withDss = (change: object): string[] => faultsOf({ dss: { signatures: [{ ...dss, ...change }] } })

describe('the verdict on a file', () => {
  it('is good when all five judges say so', () => {
    expect(faultsOf({})).toEqual([])
  })

  it('holds a passed signature with a worthless time-stamp, a lower level or a warning against the file', () => {
    expect(withDss({ timestamps: [{ ...stamp, indication: 'INDETERMINATE', subIndication: 'TRY_LATER' }] })).toEqual([
      'time-stamp INDETERMINATE TRY_LATER',
    ])
    expect(withDss({ timestamps: [{ ...stamp, warnings: ['w'] }] })).toEqual(['w'])
    expect(withDss({ level: 'PAdES-BASELINE-B', timestamps: [] })).toEqual(['level PAdES-BASELINE-B', 'no time-stamp'])
    expect(withDss({ warnings: ['key usage'] })).toEqual(['key usage'])
  })

  it('takes a visual difference for the filled form that pyHanko finds it to be, and for nothing else', () => {
    const warned = { dss: { signatures: [{ ...dss, warnings: ['BBB_FC_IVDBSFR_ANS: Visual difference'] }] } }
    const filled = { ...pyhanko, modification: 'FORM_FILLING' }
    expect(faultsOf({ ...warned, pyhanko: { signatures: [filled] } })).toEqual([])
    expect(faultsOf(warned)).toEqual(['BBB_FC_IVDBSFR_ANS: Visual difference'])
    const broken = { ...filled, bottomLine: false, summary: 'INTACT:TAMPERED' }
    expect(faultsOf({ ...warned, pyhanko: { signatures: [broken] } })).toContain(
      'BBB_FC_IVDBSFR_ANS: Visual difference',
    )
  })

  it('asks for no time-stamp at level B', () => {
    const signatures = [{ ...dss, level: 'PAdES-BASELINE-B', timestamps: [] }]
    const bare = { dss: { signatures }, pyhanko: { signatures: [{ ...pyhanko, timestamp: null }] } }
    expect(faultsOf(bare, 'PAdES-BASELINE-B')).toEqual([])
  })

  it('is bad when a judge fails, is silent, or sees another number of signatures', () => {
    expect(faultsOf({ dss: { failure: 'no PDF' } })).toEqual(['no PDF'])
    expect(faultsOf({ pyhanko: undefined })).toEqual(['gave no answer'])
    expect(faultsOf({ pdfsig: [] })).toEqual(['sees 0 of 1 signatures'])
    expect(faultsOf({ pdfsig: [], openssl: [], pyhanko: { signatures: [] }, dss: { signatures: [] } })).toEqual([
      'there is no signature',
    ])
  })

  it('is bad when pyHanko finds the signature intact but not trusted', () => {
    const signatures = [{ ...pyhanko, trusted: false, bottomLine: false, summary: 'INTACT:UNTRUSTED' }]
    expect(faultsOf({ pyhanko: { signatures } })).toEqual(['INTACT:UNTRUSTED'])
  })
})
