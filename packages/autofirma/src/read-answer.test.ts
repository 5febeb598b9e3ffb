import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AutofirmaError } from './autofirma-error.ts'
import { readBatch, readCertificate, readSignature } from './read-answer.ts'

/** A SEQUENCE of the length it says. */
const certificate = Buffer.concat([Buffer.from([0x30, 0x82, 0x01, 0x2c]), Buffer.alloc(300, 7)])
const url = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_')
const documents = ['a', 'b'].map((id) => ({ id, toBeSigned: new Uint8Array(1) }))
const results = (signs: unknown): string => Buffer.from(JSON.stringify({ signs })).toString('base64')
const batch = (signs: unknown) => readBatch(`${results(signs)}|${certificate.toString('base64')}`, documents)

test('a signature comes with its certificate; what is behind it is of no interest', () => {
  const { signature, certificate: read } = readSignature(
    `${url(certificate)}|${url(Buffer.alloc(256, 3))}|eyJmIjoxfQ==`,
  )
  expect([...signature]).toEqual([...Buffer.alloc(256, 3)])
  expect(Buffer.from(read)).toEqual(certificate)
})

describe('a batch', () => {
  test('gives each document its own result, in the order of the request', () => {
    const signs = [
      { id: 'b', result: 'ERROR_PRE', description: 'AF600105 - la clave de Ana' },
      { id: 'x', result: 'DONE_AND_SAVED', signature: 'AAAA' },
      { id: 'a', result: 'DONE_AND_SAVED', signature: 'AQID' },
    ]
    expect(batch(signs).results).toEqual([
      { id: 'a', signed: true, signature: Uint8Array.of(1, 2, 3) },
      { id: 'b', signed: false, why: 'ERROR', code: 'AF600105' },
    ])
  })

  test('is read though an older application writes its descriptions in the letters of the PC, not in UTF-8', () => {
    const signs = [
      { id: 'a', result: 'DONE_AND_SAVED', signature: 'AQID' },
      { id: 'b', result: 'ERROR_PRE', description: 'La operación fue cancelada (AF200111)' },
    ]
    const octets = Buffer.from(JSON.stringify({ signs }), 'latin1').toString('base64')
    expect(readBatch(`${octets}|${certificate.toString('base64')}`, documents).results).toEqual([
      { id: 'a', signed: true, signature: Uint8Array.of(1, 2, 3) },
      { id: 'b', signed: false, why: 'ERROR', code: 'AF200111' },
    ])
  })

  test('reports what was skipped and what is missing', () => {
    expect(batch([{ id: 'a', result: 'SKIPPED' }]).results).toEqual([
      { id: 'a', signed: false, why: 'SKIPPED' },
      { id: 'b', signed: false, why: 'MISSING' },
    ])
  })

  test.each([
    [[{ id: 'a', result: 'DONE_AND_SAVED' }]],
    [[{ id: 'a', result: 'DONE_AND_SAVED', signature: '' }]],
    [[{ id: 'a', result: 'DONE_AND_SAVED', signature: Buffer.alloc(3000).toString('base64') }]],
    [
      [
        { id: 'a', result: 'SKIPPED' },
        { id: 'a', result: 'DONE_AND_SAVED', signature: 'AQID' },
      ],
    ],
    [[null]],
    [[{ id: 1 }]],
    ['all of them'],
    [null],
  ])('%j is no answer', (signs) => {
    expect(() => batch(signs)).toThrow(expect.objectContaining({ code: 'ANSWER_INVALID' }))
  })
})

test.each([
  Buffer.concat([certificate, Buffer.from([0])]),
  certificate.subarray(0, 200),
  Buffer.alloc(304, 0x31),
  Buffer.from([0x30, 0x03, 1, 2, 3]),
  Buffer.concat([Buffer.from([0x30, 0x82, 0xff, 0xff]), Buffer.alloc(65_535)]),
])('what does not fill one long SEQUENCE is no certificate (case %#)', (der) => {
  expect(() => readCertificate(url(der))).toThrow(expect.objectContaining({ code: 'ANSWER_INVALID' }))
})

test('whatever is answered is a result or an AutofirmaError', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.json().map((json) => `${Buffer.from(json).toString('base64')}|${url(certificate)}`),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => `${url(certificate)}|${url(bytes)}`),
  )
  const readers = [readCertificate, readSignature, (answer: string) => readBatch(answer, documents)]
  fc.assert(
    fc.property(text, fc.constantFrom(...readers), (answer, read) => {
      try {
        read(answer)
      } catch (error) {
        expect(error).toBeInstanceOf(AutofirmaError)
      }
    }),
    { numRuns: 1000 },
  )
})
