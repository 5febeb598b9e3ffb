import { useSyncExternalStore } from 'react'
import type { PendingDocument } from '../api/pending-documents.ts'
import { readSession, writeSession } from '../session/session-store.ts'

/** The certificate that a sender demands of a signer. */
export type DemandedCertificate = NonNullable<PendingDocument['SignerDTO']['CentralizedCertificateInfo']>

export interface Selection {
  /** The GUIDs of the selected signers, in the order in which they were selected. */
  readonly guids: readonly string[]
  /** The rows of those that this page has seen; after a reload of the page some may be missing. */
  readonly documents: ReadonlyMap<string, PendingDocument>
  /** The certificate that some selected document demands: the whole batch signs with it. */
  readonly certificate: DemandedCertificate | null
  readonly has: (signerGuid: string) => boolean
}

const listeners = new Set<() => void>()
const seen = new Map<string, PendingDocument>()
let snapshot: { readonly stored: string; readonly selection: Selection } | undefined

/** What the session keeps about the selection, as one text to compare. */
function storedSelection(): string {
  return `${readSession('selectedSigners') ?? ''}\n${readSession('selectedCertificate') ?? ''}`
}

function parseCertificate(stored: string): DemandedCertificate | null {
  const [Guid, Alias] = stored.split(/ (.*)/s)
  return Guid ? { Guid, Alias: Alias ?? '' } : null
}

function parseSelection(stored: string): Selection {
  const [signers = '', certificate = ''] = stored.split(/\n(.*)/s)
  const guids = [...new Set(signers.split(','))].filter(Boolean)
  const members = new Set(guids)
  for (const guid of seen.keys()) if (!members.has(guid)) seen.delete(guid)
  return {
    guids,
    documents: new Map(seen),
    certificate: parseCertificate(certificate),
    has: (guid) => members.has(guid),
  }
}

/** The selection now. It is what the session says, so it ends with the session. */
export function readSelection(): Selection {
  const stored = storedSelection()
  if (snapshot?.stored !== stored) snapshot = { stored, selection: parseSelection(stored) }
  return snapshot.selection
}

function store(guids: readonly string[], certificate: DemandedCertificate | null): void {
  writeSession('selectedSigners', guids.join(','))
  writeSession('selectedCertificate', certificate && guids.length > 0 ? `${certificate.Guid} ${certificate.Alias}` : '')
  snapshot = undefined
  for (const listener of listeners) listener()
}

/** The certificate that remains demanded by those who stay selected; one that was not seen is taken to demand it. */
function certificateOf(guids: readonly string[], current: DemandedCertificate | null): DemandedCertificate | null {
  if (current === null) return null
  const demanding = guids.some((guid) => {
    const document = seen.get(guid)
    return document === undefined || document.SignerDTO.CentralizedCertificateInfo !== null
  })
  return demanding ? current : null
}

/** Whether a document could be selected at all: those that must be read completely are signed one by one. */
export function isSelectable(document: PendingDocument): boolean {
  return !document.SignerDTO.ReadAll
}

/**
 * Selects documents, in their order. The first one that demands a certificate decides with which one the selection is
 * signed; documents that demand another one stay out, and so do those that must be read completely.
 * @returns the documents that demand another certificate and were therefore left out
 */
export function selectDocuments(documents: readonly PendingDocument[]): PendingDocument[] {
  const selection = readSelection()
  const guids = [...selection.guids]
  let { certificate } = selection
  const leftOut: PendingDocument[] = []
  for (const document of documents) {
    if (!isSelectable(document)) continue
    const { SignerGUID, CentralizedCertificateInfo: demanded } = document.SignerDTO
    if (demanded && certificate && demanded.Guid !== certificate.Guid) {
      leftOut.push(document)
      continue
    }
    certificate ??= demanded
    seen.set(SignerGUID, document)
    if (!selection.has(SignerGUID)) guids.push(SignerGUID)
  }
  store(guids, certificate)
  return leftOut
}

/** Selects one document. @returns false when it stays out, as `selectDocuments` says */
export function selectDocument(document: PendingDocument): boolean {
  return isSelectable(document) && selectDocuments([document]).length === 0
}

/** Takes documents out of the selection; with the last one that demands the certificate, the certificate goes too. */
export function unselectDocuments(signerGuids: readonly string[]): void {
  const { guids, certificate } = readSelection()
  const left = guids.filter((guid) => !signerGuids.includes(guid))
  if (left.length < guids.length) store(left, certificateOf(left, certificate))
}

export function unselectDocument(signerGuid: string): void {
  unselectDocuments([signerGuid])
}

/** Nothing is selected any more. */
export function clearSelection(): void {
  store([], null)
}

/** Remembers the rows of selected documents that came with a page of the list, as after a reload. */
export function recogniseSelected(rows: readonly PendingDocument[]): void {
  const { has } = readSelection()
  const fresh = rows.filter(({ SignerDTO: { SignerGUID } }) => has(SignerGUID) && !seen.has(SignerGUID))
  if (fresh.length === 0) return
  for (const row of fresh) seen.set(row.SignerDTO.SignerGUID, row)
  snapshot = undefined
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The selection of pending documents, which outlives paging, the viewer and a reload. */
export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, readSelection)
}
