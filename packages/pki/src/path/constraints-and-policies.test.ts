import { expect, test } from 'vitest'
import { encodeElement, encodeExplicit, encodeOid, encodeSequence } from '../der/der-writer.ts'
import { directoryName, encodeName, extension, makeAuthority } from '../../testing/make-test-pki.ts'
import { below, faultOf, root } from '../../testing/validate-test-certificate.ts'

const constraints = (permitted: readonly Uint8Array[], excluded: readonly Uint8Array[] = []): Uint8Array => {
  const subtrees = (number: number, bases: readonly Uint8Array[]): Uint8Array[] =>
    bases.length === 0 ? [] : [encodeExplicit(number, ...bases.map((base) => encodeSequence(base)))]
  return extension('2.5.29.30', encodeSequence(...subtrees(0, permitted), ...subtrees(1, excluded)))
}

const organisation = (name: string, common: string): Uint8Array =>
  encodeName([
    ['2.5.4.10', name],
    ['2.5.4.3', common],
  ])

test('name constraints of every authority hold for all below it, but not for one that renews itself', () => {
  const acme = [directoryName(encodeName([['2.5.4.10', 'ACME  Corp']]))]
  const bound = makeAuthority({ subject: 'Bound', issuer: root, extensions: [constraints(acme)] })
  const renewed = makeAuthority({ subject: 'Bound', issuer: bound })
  const pool = [bound, renewed]
  expect(faultOf(below(bound, { subject: organisation('acme corp', 'Ana') }), { pool })).toEqual([null, null])
  expect(faultOf(below(bound, { subject: organisation('Other', 'Ana') }), { pool })).toEqual(['NAME_CONSTRAINTS', 0])
  expect(faultOf(below(renewed, { subject: organisation('Acme Corp', 'Ana') }), { pool })).toEqual([null, null])
  const stray = makeAuthority({ subject: organisation('Other', 'CA'), issuer: bound })
  const verdict = faultOf(below(stray, { subject: organisation('Acme Corp', 'Ana') }), { pool: [bound, stray] })
  expect(verdict).toEqual(['NAME_CONSTRAINTS', 1])
})

test('thousands of names under thousands of constraints are rejected instead of compared', () => {
  const many = Array.from({ length: 1500 }, (_, index) => encodeElement(0x82, Buffer.from(`h${index}.example`)))
  const bound = makeAuthority({ subject: 'Many', issuer: root, extensions: [constraints(many)] })
  const named = below(bound, { extensions: [extension('2.5.29.17', encodeSequence(...many))] })
  expect(faultOf(named, { pool: [bound] })).toEqual(['NAME_CONSTRAINTS', 0])
})

const POLICIES = ['1.3.6.1.4.1.55555.1', '1.3.6.1.4.1.55555.2'] as const
const policies = (...oids: readonly string[]): Uint8Array =>
  extension('2.5.29.32', encodeSequence(...oids.map((oid) => encodeSequence(encodeOid(oid)))), false)

test('a policy that is asked for must hold for the whole path, through its mappings', () => {
  const mapping = encodeSequence(encodeSequence(encodeOid(POLICIES[0]), encodeOid(POLICIES[1])))
  const mapped = makeAuthority({
    subject: 'Mapped',
    issuer: root,
    extensions: [policies(POLICIES[0]), extension('2.5.29.33', mapping)],
  })
  const holder = below(mapped, { extensions: [policies(POLICIES[1])] })
  const withPolicies = (acceptable: readonly string[], inhibitMapping = false) =>
    faultOf(holder, { pool: [mapped], policies: { acceptable, explicit: true, inhibitMapping } })
  expect(withPolicies([POLICIES[0]])).toEqual([null, null])
  expect(withPolicies([POLICIES[1]])).toEqual(['POLICY', 0])
  expect(withPolicies([POLICIES[0]], true)).toEqual(['POLICY', 0])
  expect(faultOf(below(mapped), { pool: [mapped], policies: { explicit: true } })).toEqual(['POLICY', 0])
})

test('mappings that would let a tree of policies grow without end cost as much as they are long', () => {
  const oids = Array.from({ length: 60 }, (_, index) => `1.3.6.1.4.1.55555.${index}`)
  const pairs = oids.slice(0, 16).flatMap((from) => oids.slice(0, 16).map((to) => [from, to] as const))
  const mapping = encodeSequence(...pairs.map(([from, to]) => encodeSequence(encodeOid(from), encodeOid(to))))
  const chain = [root]
  for (let index = 0; index < 11; index++) {
    const extensions = [policies(...oids), extension('2.5.29.33', mapping)]
    chain.push(makeAuthority({ subject: `Bomb ${index}`, issuer: chain.at(-1) ?? root, extensions }))
  }
  const holder = below(chain.at(-1) ?? root, { extensions: [policies(oids[3] ?? '')] })
  expect(faultOf(holder, { pool: chain, policies: { explicit: true } })).toEqual([null, null])
})
