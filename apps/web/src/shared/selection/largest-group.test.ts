import { describe, expect, it } from 'vitest'
import type { PendingDocument } from '../api/pending-documents.ts'
import { largestGroup } from './largest-group.ts'

const A = { Guid: 'a', Alias: 'Certificate A' }
const B = { Guid: 'b', Alias: 'Certificate B' }

function rows(letters: string, from = 1): PendingDocument[] {
  const demanded = { a: A, b: B, r: null, '-': null }
  return [...letters].map((letter, i) => {
    const CentralizedCertificateInfo = demanded[letter as keyof typeof demanded]
    const SignerDTO = { SignerGUID: `${letter}${from + i}`, ReadAll: letter === 'r', CentralizedCertificateInfo }
    return { SignerDTO } as PendingDocument
  })
}

const guids = (documents: readonly PendingDocument[]) => documents.map(({ SignerDTO }) => SignerDTO.SignerGUID)
const NOTHING = { guids: [], certificate: null, isMixed: false }

function group(letters: string, selection: Parameters<typeof largestGroup>[1] = NOTHING) {
  const { taken, leftOut } = largestGroup(rows(letters), selection)
  return [guids(taken).join(' '), guids(leftOut).join(' ')]
}

describe('of a page, "select all" takes', () => {
  it('the documents without a certificate when they are more, and leaves out those tied to one', () => {
    expect(group('a---b')).toEqual(['-2 -3 -4', 'a1 b5'])
  })

  it('the documents of one certificate when they are more, and leaves out all others', () => {
    expect(group('-ab-bb')).toEqual(['b3 b5 b6', '-1 a2 -4'])
  })

  it('of groups of the same size the one that comes first', () => {
    expect(group('ab-')).toEqual(['a1', 'b2 -3'])
  })

  it('counting what is selected on other pages with those that have no certificate', () => {
    expect(group('aa-', { ...NOTHING, guids: ['x', 'y'] })).toEqual(['-3', 'a1 a2'])
    expect(group('aa-', { ...NOTHING, guids: ['-3'] })).toEqual(['a1 a2', '-3'])
  })

  it('what can be signed with the certificate of the selection, however few that are', () => {
    expect(group('abbb-', { ...NOTHING, guids: ['x'], certificate: A })).toEqual(['a1 -5', 'b2 b3 b4'])
    expect(group('bbb', { ...NOTHING, guids: ['x'], certificate: A })).toEqual(['', 'b1 b2 b3'])
  })

  it('everything, once the person has asked for all certificates', () => {
    expect(group('a-br', { ...NOTHING, guids: ['x'], isMixed: true })).toEqual(['a1 -2 b3', ''])
  })

  it('nothing that must be read completely, and does not count it as left out', () => {
    expect(group('r-a')).toEqual(['-2', 'a3'])
    expect(group('r')).toEqual(['', ''])
  })
})
