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
  report: [] as string[],
}
const faultsOf = (change: Partial<Record<keyof typeof good | 'timestamps', unknown>>, level = T): string[] =>
  Object.values(decideVerdict({ ...good, ...change }, level)).flat()
const withDss = (change: object): string[] => faultsOf({ dss: { signatures: [{ ...dss, ...change }] } })

describe('the verdict on a file', () => {
  it('is good when all five judges say so, and our report says what EU DSS says', () => {
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ report: ['says nothing'] })).toEqual(['says nothing'])
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
    const difference = 'BBB_FC_IVDBSFR_ANS: Visual difference'
    const both = {
      pdfsig: [...good.pdfsig, ...good.pdfsig],
      openssl: [...good.openssl, ...good.openssl],
      dss: { signatures: [{ ...dss, warnings: [difference] }, dss] },
    }
    const judgedBy = (...signatures: object[]) => faultsOf({ ...both, pyhanko: { signatures } })
    const filled = { ...pyhanko, modification: 'FORM_FILLING', coverage: 'ENTIRE_REVISION' }
    const last = { ...pyhanko, modification: 'NONE', coverage: 'ENTIRE_FILE' }
    expect(judgedBy(filled, last)).toEqual([])
    expect(judgedBy({ ...filled, modification: 'LTA_UPDATES' }, last)).toEqual([difference])
    expect(judgedBy({ ...filled, bottomLine: false, summary: 'INTACT:TAMPERED' }, last)).toContain(difference)
    expect(judgedBy(filled, { ...last, coverage: 'ENTIRE_REVISION', modification: 'LTA_UPDATES' })).toEqual([])
    expect(judgedBy(filled, filled), 'a change after the last signature').toEqual([difference])
  })

  it('asks for no time-stamp at level B', () => {
    const signatures = [{ ...dss, level: 'PAdES-BASELINE-B', timestamps: [] }]
    const bare = { dss: { signatures }, pyhanko: { signatures: [{ ...pyhanko, timestamp: null }] } }
    expect(faultsOf(bare, 'PAdES-BASELINE-B')).toEqual([])
  })

  it('asks for document time-stamps at level LTA, by openssl and by pyHanko', () => {
    const level = 'PAdES-BASELINE-LTA'
    const judged = { signatures: [{ ...dss, level }] }
    const archived = { signatures: [{ ...pyhanko, archived: true }] }
    const all = { dss: judged, pyhanko: archived, timestamps: [{ ok: true }] }
    expect(faultsOf(all, level)).toEqual([])
    expect(faultsOf({ ...all, timestamps: [] }, level)).toEqual(['there is no document time-stamp'])
    expect(faultsOf({ ...all, timestamps: [{ ok: false, says: 'imprint' }] }, level)).toEqual(['imprint'])
    expect(faultsOf({ ...all, pyhanko: good.pyhanko }, level)).toEqual(['document time-stamp not trusted'])
  })

  it('takes a document time-stamp for the proof of time that a signature has not of its own', () => {
    const bare = { ...pyhanko, timestamp: null }
    expect(faultsOf({ pyhanko: { signatures: [{ ...bare, archived: true }] } })).toEqual([])
    expect(faultsOf({ pyhanko: { signatures: [bare] } })).toEqual(['time-stamp missing or not trusted'])
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
