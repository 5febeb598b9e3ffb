import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProviderError } from '../connector.ts'
import type { JsonAnswer } from '../http/request-json.ts'
import { readAnswer, type AisCall } from './read-answer.ts'

const SUCCESS = 'urn:oasis:names:tc:dss:1.0:resultmajor:Success'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const read = (content: object, call: 'sign' | 'pending' = 'pending') =>
  readAnswer({ status: 200, body: { SignResponse: content } }, call)
const signed = (more: object) => read({ Result: { ResultMajor: SUCCESS }, ...more })
const texts = (pieces: readonly Uint8Array[]) => pieces.map((piece) => Buffer.from(piece).toString())

describe('a list of one, which may be written as the one', () => {
  it.each([
    ['as a list', [base64('one')]],
    ['alone', base64('one')],
    ['with its attributes', { '@Type': 'x', $: base64('one') }],
    ['in a list with its attributes', [{ $: base64('one') }]],
  ])('is read %s', (_, value) => {
    const { crls, ocsps } = signed({
      OptionalOutputs: {
        'sc.RevocationInformation': { 'sc.CRLs': { 'sc.CRL': value }, 'sc.OCSPs': { 'sc.OCSP': value } },
      },
    })
    expect([texts(crls), texts(ocsps)]).toEqual([['one'], ['one']])
  })

  it('of signatures is read so, too', () => {
    const one = { '@WhichDocument': 'DOC-1', Base64Signature: { $: base64('cms') } }
    for (const object of [one, [one]]) {
      const { signatures } = signed({
        SignatureObject: { Other: { 'sc.SignatureObjects': { 'sc.ExtendedSignatureObject': object } } },
      })
      expect(signatures.map(({ document, cms }) => [document, Buffer.from(cms).toString()])).toEqual([['DOC-1', 'cms']])
    }
    const { signatures } = signed({ SignatureObject: { Base64Signature: base64('cms') } })
    expect(signatures).toHaveLength(1)
  })
})

it('what proves nothing is left out, and a signature that is none makes the answer one that is lost', () => {
  const { crls } = signed({
    OptionalOutputs: { 'sc.RevocationInformation': { 'sc.CRLs': { 'sc.CRL': ['ñ', 7, null, base64('good')] } } },
  })
  expect(texts(crls)).toEqual(['good'])
  for (const Base64Signature of ['ñ', 7, {}, { $: '' }, null]) {
    expect(() => signed({ SignatureObject: { Base64Signature } })).toThrow(
      expect.objectContaining({ code: 'answer-lost' }) as Error,
    )
  }
})

const MEMBERS = [
  'Result',
  'OptionalOutputs',
  'SignatureObject',
  'ResultMajor',
  'ResultMinor',
  'ResultMessage',
  '$',
].concat(
  ['async.ResponseID', 'sc.StepUpAuthorisationInfo', 'sc.Result', 'sc.ConsentURL', 'sc.RevocationInformation'],
  ['sc.CRLs', 'sc.CRL', 'sc.OCSPs', 'sc.OCSP', 'Base64Signature', 'Other', 'sc.SignatureObjects', '__proto__'],
  ['sc.ExtendedSignatureObject', '@WhichDocument'],
)
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 7, '', 'AAAA', SUCCESS, 'x:resultmajor:Pending', 'x/StepUp/cancel', '\u0000'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...MEMBERS), tie('value'), { maxKeys: 8 }),
  ),
}))

function expectSound(answer: JsonAnswer, call: AisCall): void {
  try {
    const { signatures, crls, ocsps } = readAnswer(answer, call)
    const pieces = [...signatures.map(({ cms }) => cms), ...crls, ...ocsps]
    expect(pieces.every(({ length }) => length > 0)).toBe(true)
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderError)
  }
}

it('whatever is answered is an answer or an error of the provider', () => {
  fc.assert(
    fc.property(anything, anything, fc.constantFrom(200, 204, 401, 503), (content, outputs, status) => {
      const result = typeof content === 'object' ? content : {}
      for (const body of [
        content,
        { SignResponse: content },
        {
          SignResponse: {
            ...result,
            Result: { ResultMajor: SUCCESS },
            OptionalOutputs: outputs,
            SignatureObject: outputs,
          },
        },
      ]) {
        expectSound({ status, body }, 'sign')
        expectSound({ status, body }, 'pending')
      }
    }),
    { numRuns: 300 },
  )
})
