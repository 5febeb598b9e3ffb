import { expect, test } from 'vitest'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { groupDocuments } from './group-documents.ts'

/** A document by its name, whose first letter says what it demands: a certificate, a type, or nothing. */
function named(name: string): PendingDocument {
  const certificates = new Map([
    ['a', { Guid: 'A-1', Alias: 'Seal A' }],
    ['A', { Guid: 'a-1', Alias: 'Seal A' }],
    ['b', { Guid: 'b-2', Alias: 'Seal B' }],
  ])
  const SignerDTO = {
    SignerGUID: name,
    CentralizedCertificateInfo: certificates.get(name[0]!) ?? null,
    DemandedCertificateType: name.startsWith('t') ? 'Uanataca' : null,
  }
  return { SignerDTO } as PendingDocument
}

function groups(names: string, isMixed = false) {
  return groupDocuments(names.split(' ').map(named), isMixed).map(({ alias, type, documents }) => [
    alias ?? type,
    documents.map(({ SignerDTO }) => SignerDTO.SignerGUID).join(' '),
  ])
}

test('documents of one demand, and those of none, are signed together', () => {
  expect(groups('a1 -2 A3')).toEqual([[null, 'a1 -2 A3']])
  expect(groups('-1 -2')).toEqual([[null, '-1 -2']])
  expect(groups('t1 -2')).toEqual([[null, 't1 -2']])
})

test('each of several demands has a group, and what demands nothing comes last', () => {
  expect(groups('-1 a2 b3 A4 t5 -6')).toEqual([
    ['Seal A', 'a2 A4'],
    ['Seal B', 'b3'],
    ['Uanataca', 't5'],
    [null, '-1 -6'],
  ])
})

test('once all certificates are asked for, the one demand signs its own documents alone', () => {
  expect(groups('a1 -2', true)).toEqual([
    ['Seal A', 'a1'],
    [null, '-2'],
  ])
  expect(groups('a1 a2', true)).toEqual([['Seal A', 'a1 a2']])
})
