/** Where the signatures of a sent document stand, and its pages to see them on. */
import type {
  AnswerPages,
  DocumentBytes,
  PageImages,
  RenderedPages,
  WantedPages,
} from '../../pending-documents/ports.ts'
import { followDocument } from '../follow-document.ts'
import { judgeFile } from '../judge-file.ts'
import type { IntakePdf } from '../intake/ports.ts'
import type { Position, SendingStore, Watcher } from '../ports.ts'
import type { Upload } from '../uploads/ports.ts'
import { unknownDocument } from './change-document.ts'
import type { ChangeStore } from './ports.ts'

export interface PlacesPorts {
  readonly store: SendingStore
  readonly changes: Pick<ChangeStore, 'slotsOf'>
  readonly bytes: DocumentBytes
  readonly pdf: IntakePdf
  readonly images: Pick<PageImages, 'render'>
  readonly answerPages: AnswerPages
}

interface WatchedDocument {
  readonly watcher: Watcher
  readonly documentId: string
  /** Called with the bytes of the file before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
}

interface ShownPlaces extends Pick<Upload, 'pages' | 'findings'> {
  /** Of the document that they are of. */
  readonly version: number
  readonly signers: readonly { readonly id: string; readonly positions: readonly Position[] }[]
}

/** @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_DAMAGED */
export async function showPlaces(ports: PlacesPorts, { watcher, documentId, onLength }: WatchedDocument) {
  const slots = await ports.changes.slotsOf(watcher, documentId)
  if (!slots) throw unknownDocument()
  const { bytes } = await ports.bytes.load(documentId, { revision: 0, onLength })
  const {
    judged: { pages, findings },
  } = await judgeFile(ports.pdf, bytes)
  const signers = slots.slots.map(({ signerId, fields }) => ({
    id: signerId,
    positions: fields.flatMap(({ page, box }) => (box ? [{ page, ...box }] : [])),
  }))
  return { version: slots.version, pages, findings, signers } satisfies ShownPlaces
}

/**
 * Pages of the file as it came: what the sender has seen of it says nothing of who has read it.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_DAMAGED, PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE
 */
export async function drawSent(
  ports: PlacesPorts,
  { watcher, documentId, onLength }: WatchedDocument,
  wanted: WantedPages,
): Promise<RenderedPages> {
  const { id, pageCount } = await followDocument(ports.store, watcher, documentId)
  const key = `intake:${id}`
  const load = async () => (await ports.bytes.load(id, { revision: 0, onLength })).bytes
  const draw = (page: number, width: number) => ports.images.render({ key, load, page, width })
  return ports.answerPages({ key, viewer: watcher.userId ?? watcher.clientId ?? id, pageCount, draw }, wanted)
}
