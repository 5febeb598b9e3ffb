import { useSyncExternalStore } from 'react'
import type { PendingDocument } from '../api/pending-document.ts'
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
  /** The person has asked for documents of all certificates; each certificate then signs its own. */
  readonly isMixed: boolean
  readonly has: (signerGuid: string) => boolean
}

const listeners = new Set<() => void>()
const seen = new Map<string, PendingDocument>()
let snapshot: { readonly stored: string; readonly selection: ReturnType<typeof parseSelection> } | undefined

/** What the session keeps about the selection, as one text to compare. */
function storedSelection(): string {
  return `${readSession('selectedSigners') ?? ''}\n${readSession('selectedCertificate') ?? ''}`
}

/** What the session keeps about the certificate: which it is, and the signers by whom it is demanded. */
interface Demand {
  readonly certificate: DemandedCertificate
  readonly signers: readonly string[]
}

/** What the session keeps in the place of a certificate while the selection is of all of them. */
const ALL = 'all'

function parseDemand(stored: string): Demand | null {
  try {
    return stored === '' || stored === ALL ? null : (JSON.parse(stored) as Demand)
  } catch {
    return null
  }
}

function parseSelection(stored: string): Selection & { readonly demand: Demand | null } {
  const [signers = '', demanded = ''] = stored.split(/\n(.*)/s)
  const guids = [...new Set(signers.split(','))].filter(Boolean)
  const members = new Set(guids)
  const demand = parseDemand(demanded)
  for (const guid of seen.keys()) if (!members.has(guid)) seen.delete(guid)
  return {
    guids,
    documents: new Map(seen),
    demand,
    certificate: demand?.certificate ?? null,
    isMixed: demanded === ALL,
    has: (guid) => members.has(guid),
  }
}

/** The selection now. It is what the session says, so it ends with the session. */
export function readSelection(): Selection {
  return readStored()
}

function readStored() {
  const stored = storedSelection()
  if (snapshot?.stored !== stored) snapshot = { stored, selection: parseSelection(stored) }
  return snapshot.selection
}

function notifyListeners(): void {
  snapshot = undefined
  for (const listener of listeners) listener()
}

/** A certificate that none of the selected demands is no longer demanded. */
function textOfDemand(guids: readonly string[], demand: Demand | null): string {
  const signers = demand?.signers.filter((guid) => guids.includes(guid)) ?? []
  return signers.length > 0 ? JSON.stringify({ ...demand, signers }) : ''
}

/** Keeps these selected. A selection of all certificates stays one until nothing is selected. */
function store(guids: readonly string[], demand: Demand | null, isMixed = readStored().isMixed): void {
  writeSession('selectedSigners', guids.join(','))
  writeSession('selectedCertificate', isMixed && guids.length > 0 ? ALL : textOfDemand(guids, demand))
  notifyListeners()
}

/** Lifts the lock to one certificate: documents that demand others may be selected too. */
export function mixCertificates(): void {
  store(readStored().guids, null, true)
}

/** Whether a document could be selected at all: those that must be read completely are signed one by one. */
export function isSelectable(document: PendingDocument): boolean {
  return !document.SignerDTO.ReadAll
}

/**
 * Selects documents, in their order. The first one that demands a certificate decides with which one the selection is
 * signed; documents that demand another one stay out unless the certificates are mixed, and so do those that must be
 * read completely.
 * @returns the documents that demand another certificate and were therefore left out
 */
export function selectDocuments(documents: readonly PendingDocument[]): PendingDocument[] {
  const selection = readStored()
  const guids = new Set(selection.guids)
  const demanding = new Set(selection.demand?.signers)
  let { certificate } = selection
  const leftOut: PendingDocument[] = []
  for (const document of documents.filter(isSelectable)) {
    const { SignerGUID, CentralizedCertificateInfo: demanded } = document.SignerDTO
    if (demanded && certificate && demanded.Guid !== certificate.Guid) {
      leftOut.push(document)
      continue
    }
    if (!selection.isMixed) certificate ??= demanded
    if (demanded) demanding.add(SignerGUID)
    seen.set(SignerGUID, document)
    guids.add(SignerGUID)
  }
  store([...guids], certificate && { certificate, signers: [...demanding] })
  return leftOut
}

/** Selects one document. @returns false when it stays out, as `selectDocuments` says */
export function selectDocument(document: PendingDocument): boolean {
  return isSelectable(document) && selectDocuments([document]).length === 0
}

/** Takes documents out of the selection; with the last one that demands the certificate, the certificate goes too. */
export function unselectDocuments(signerGuids: readonly string[]): void {
  const { guids, demand } = readStored()
  const left = guids.filter((guid) => !signerGuids.includes(guid))
  if (left.length < guids.length) store(left, demand)
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
  notifyListeners()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The selection of pending documents, which outlives paging, the viewer and a reload. */
export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, readSelection)
}
