import { expect, test } from 'vitest'
import {
  encodeElement,
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from '../der/der-writer.ts'
import { makeTestSigner, type TestSignerOptions } from '../../testing/make-test-signer.ts'
import { readHolder } from './read-holder.ts'

type Attribute = readonly [oid: string, value: string]

const SERIAL = '2.5.4.5'
const ORGANISATION_NUMBER = '2.5.4.97'
const PERSON: readonly Attribute[] = [
  ['2.5.4.6', 'ES'],
  ['2.5.4.4', 'Vidal Serra'],
  ['2.5.4.42', 'Ana'],
]
const COMPANY: readonly Attribute[] = [
  ['2.5.4.10', 'Forja Roca SL'],
  [ORGANISATION_NUMBER, 'VATES-B12345674'],
]
const NUMBER: Attribute = [SERIAL, 'IDCES-12345678Z']

const extension = (oid: string, value: Uint8Array) => encodeSequence(encodeOid(oid), encodeOctetString(value))
const policies = (...oids: string[]) =>
  extension('2.5.29.32', encodeSequence(...oids.map((oid) => encodeSequence(encodeOid(oid)))))
const beside = (...attributes: Attribute[]) => {
  const parts = attributes.map(([oid, value]) =>
    encodeSetOf([encodeSequence(encodeOid(oid), encodeElement(0x0c, Buffer.from(value)))]),
  )
  return extension('2.5.29.17', encodeSequence(encodeExplicit(4, encodeSequence(...parts))))
}
const typeOfQualified = (oid: string) =>
  extension(
    '1.3.6.1.5.5.7.1.3',
    encodeSequence(
      encodeSequence(encodeOid('0.4.0.1862.1.1')),
      encodeSequence(encodeOid('0.4.0.1862.1.6'), encodeSequence(encodeOid(oid))),
    ),
  )

interface Plan extends Pick<TestSignerOptions, 'commonName' | 'extensions'> {
  readonly subject: readonly Attribute[]
}

const holderIn = ({ subject, ...plan }: Plan) =>
  readHolder(makeTestSigner({ ...plan, subject: subject.map(([oid, value]) => ({ oid, value })) }).certificate)

test('a person is named by their names and their number', () => {
  expect(holderIn({ subject: [...PERSON, NUMBER], commonName: 'VIDAL SERRA ANA - 12345678Z' })).toEqual({
    kind: 'person',
    name: 'Ana Vidal Serra',
    organisation: null,
    personNumbers: ['IDCES-12345678Z'],
    organisationNumber: null,
  })
})

test('of who represents a company both numbers are read, and each for what it is', () => {
  const both = {
    personNumbers: ['IDCES-12345678Z'],
    organisationNumber: 'VATES-B12345674',
    organisation: 'Forja Roca SL',
  }
  const subject = [...PERSON, ...COMPANY, NUMBER]
  const byPolicy = holderIn({ subject, extensions: [policies('2.16.724.1.3.5.8')] })
  expect(byPolicy).toMatchObject({ kind: 'representative', name: 'Ana Vidal Serra', ...both })
  const byName = holderIn({ subject, commonName: '12345678Z ANA VIDAL (R: B12345674)' })
  expect(byName).toMatchObject({ kind: 'representative', ...both })
  expect(holderIn({ subject })).toMatchObject({ kind: 'employee', ...both })
})

test.each(['7.1', '7.2', '3.1', '3.2'])('the number of a public employee below 2.16.724.1.3.5.%s is theirs', (arc) => {
  const part = (last: number, value: string): Attribute => [`2.16.724.1.3.5.${arc}.${last}`, value]
  const found = holderIn({
    subject: PERSON,
    extensions: [beside(part(2, 'Ajuntament'), part(3, 'P0801900B'), part(4, '12345678Z'), part(5, 'A02-5'))],
  })
  expect(found).toMatchObject({
    kind: 'public-employee',
    organisation: 'Ajuntament',
    personNumbers: ['12345678Z'],
    organisationNumber: 'P0801900B',
  })
})

test('a number that stands in the subject and beside it in the same words is one', () => {
  const named: Attribute = ['2.16.724.1.3.5.7.1.4', 'IDCES-12345678Z']
  expect(holderIn({ subject: [...PERSON, NUMBER], extensions: [beside(named)] }).personNumbers).toHaveLength(1)
  const another: Attribute = ['2.16.724.1.3.5.7.1.4', '00000001R']
  expect(holderIn({ subject: [...PERSON, NUMBER], extensions: [beside(another)] }).personNumbers).toHaveLength(2)
})

test('certificates of the mint from before eIDAS have the numbers beside the subject alone', () => {
  const fnmt = (last: number, value: string): Attribute => [`1.3.6.1.4.1.5734.1.${last}`, value]
  const person = [fnmt(1, 'ANA'), fnmt(2, 'VIDAL'), fnmt(3, 'SERRA'), fnmt(4, '12345678Z')]
  const subject: readonly Attribute[] = [['2.5.4.6', 'ES']]
  const commonName = 'NOMBRE VIDAL SERRA ANA - NIF 12345678Z'
  expect(holderIn({ subject, commonName, extensions: [beside(...person)] })).toMatchObject({
    kind: 'person',
    name: commonName,
    personNumbers: ['12345678Z'],
  })
  const company = [...person, fnmt(6, 'Forja Roca SL'), fnmt(7, 'B12345674')]
  expect(holderIn({ subject, extensions: [beside(...company)] })).toMatchObject({
    organisation: 'Forja Roca SL',
    personNumbers: ['12345678Z'],
    organisationNumber: 'B12345674',
  })
})

test.each<[string, Plan]>([
  ['an organisation and nobody besides', { subject: COMPANY }],
  [
    'the number of an organisation as its own',
    {
      subject: [
        ['2.5.4.10', 'Forja'],
        [SERIAL, 'VATES-B12345674'],
      ],
    },
  ],
  [
    'the type of a seal',
    { subject: [...COMPANY, [SERIAL, 'B12345674']], extensions: [typeOfQualified('0.4.0.1862.1.6.2')] },
  ],
  [
    'the policy of a seal',
    { subject: [...COMPANY, [SERIAL, '12345678Z']], extensions: [policies('0.4.0.194112.1.1')] },
  ],
  [
    'who answers for a seal of an administration',
    {
      subject: PERSON,
      extensions: [beside(['2.16.724.1.3.5.6.1.3', 'P0801900B'], ['2.16.724.1.3.5.6.1.4', '12345678Z'])],
    },
  ],
])('%s makes a seal, which is no person’s', (_what, plan) => {
  expect(holderIn(plan)).toMatchObject({ kind: 'seal', personNumbers: [] })
})

test('a pseudonym is shown as the name, and a number of its own is nobody’s', () => {
  const subject: readonly Attribute[] = [
    ['2.5.4.65', 'Judge 7'],
    [SERIAL, '12345678Z'],
  ]
  expect(holderIn({ subject })).toMatchObject({ kind: 'pseudonym', name: 'Judge 7', personNumbers: [] })
  const policy = [policies('2.16.724.1.3.5.4.1')]
  expect(holderIn({ subject: [], commonName: 'TIP 4711', extensions: policy })).toMatchObject({
    kind: 'pseudonym',
    name: 'TIP 4711',
  })
  // A certificate with the number of a person belongs to that person, whatever the name.
  expect(holderIn({ subject: [['2.5.4.65', 'Judge 7'], NUMBER] }).personNumbers).toEqual(['IDCES-12345678Z'])
})

test('a name is one line, and shows what it is', () => {
  expect(holderIn({ subject: [], commonName: ' Ana\u202e\u0000  Vidal\n ' }).name).toBe('Ana Vidal')
  expect(holderIn({ subject: [], commonName: 'A'.repeat(5000) }).name).toHaveLength(200)
})

test('what cannot be read names nobody, and takes nothing away from what can', () => {
  const nobody = { kind: 'unknown', name: null, organisation: null, personNumbers: [], organisationNumber: null }
  expect(readHolder(Uint8Array.of(1, 2, 3))).toEqual(nobody)
  const damaged = ['2.5.29.17', '2.5.29.32', '1.3.6.1.5.5.7.1.3'].map((oid) =>
    extension(oid, Uint8Array.of(0x30, 9, 1)),
  )
  expect(holderIn({ subject: [...PERSON, NUMBER], extensions: damaged })).toMatchObject({
    kind: 'person',
    personNumbers: ['IDCES-12345678Z'],
  })
})
