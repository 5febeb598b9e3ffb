import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PendingDocument } from '../api/pending-documents.ts'
import {
  clearSelection,
  mixCertificates,
  readSelection,
  recogniseSelected,
  selectDocument,
  selectDocuments,
  unselectDocument,
} from './selection-store.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    clear: () => kept.clear(),
  })
})
afterEach(() => vi.unstubAllGlobals())

const A = { Guid: 'a', Alias: 'Certificate A' }
const B = { Guid: 'b', Alias: 'Certificate B' }

function pending(guid: string, signer: Partial<PendingDocument['SignerDTO']> = {}): PendingDocument {
  const SignerDTO = { SignerGUID: guid, ReadAll: false, CentralizedCertificateInfo: null, ...signer }
  return { DocGUI: `document-${guid}`, SignerDTO } as PendingDocument
}
const demanding = (guid: string, certificate: typeof A) => pending(guid, { CentralizedCertificateInfo: certificate })

describe('the selection', () => {
  it('is kept in the session as signers with commas between them, in their order and each once', () => {
    selectDocuments([pending('2'), pending('1'), pending('2')])
    expect(kept.get('docsSelectedSignerGUIString')).toBe('2,1')
    expect(readSelection().guids).toEqual(['2', '1'])
    unselectDocument('2')
    expect(kept.get('docsSelectedSignerGUIString')).toBe('1')
    clearSelection()
    expect(kept.get('docsSelectedSignerGUIString')).toBe('')
  })

  it('takes nothing that has to be read completely', () => {
    expect(selectDocument(pending('1', { ReadAll: true }))).toBe(false)
    expect(readSelection().guids).toEqual([])
  })

  it('is the same object until it changes, and ends with the session', () => {
    selectDocument(demanding('1', A))
    const before = readSelection()
    expect(readSelection()).toBe(before)
    kept.clear()
    expect(readSelection()).toMatchObject({ guids: [], certificate: null })
    expect(readSelection().documents.size).toBe(0)
  })

  it('knows after a reload the rows that come with the list again', () => {
    kept.set('docsSelectedSignerGUIString', '1,2')
    expect(readSelection().has('1')).toBe(true)
    expect(readSelection().documents.size).toBe(0)
    recogniseSelected([pending('1'), pending('3')])
    expect([...readSelection().documents.keys()]).toEqual(['1'])
  })
})

describe('the certificate of the selection', () => {
  it('is the one that its first document demands; documents that demand another stay out', () => {
    const other = demanding('3', B)
    expect(selectDocuments([pending('1'), demanding('2', A), other, demanding('4', A)])).toEqual([other])
    expect(readSelection()).toMatchObject({ guids: ['1', '2', '4'], certificate: A })
    expect(selectDocument(other)).toBe(false)
  })

  it('holds as long as a document that demands it is selected, also after a reload', () => {
    selectDocuments([pending('1'), demanding('2', A), demanding('3', A)])
    unselectDocument('2')
    expect(readSelection().certificate).toEqual(A)
    unselectDocument('3')
    expect(readSelection()).toMatchObject({ guids: ['1'], certificate: null })
    expect(selectDocument(demanding('4', B))).toBe(true)
    expect(readSelection().certificate).toEqual(B)
  })

  it('holds nothing out once all certificates are asked for, until nothing is selected', () => {
    selectDocument(demanding('1', A))
    mixCertificates()
    expect(readSelection()).toMatchObject({ guids: ['1'], certificate: null, isMixed: true })
    expect(selectDocuments([demanding('2', B), pending('3')])).toEqual([])
    expect(kept.get('docsSelectedCertificate')).toBe('all')
    unselectDocument('1')
    expect(readSelection()).toMatchObject({ guids: ['2', '3'], certificate: null, isMixed: true })
    clearSelection()
    expect(readSelection().isMixed).toBe(false)
    selectDocument(demanding('1', A))
    expect(readSelection()).toMatchObject({ certificate: A, isMixed: false })
  })

  it('is none when the session holds something else in its place', () => {
    kept.set('docsSelectedCertificate', '{')
    expect(readSelection().certificate).toBeNull()
  })
})
