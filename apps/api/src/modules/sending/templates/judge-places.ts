import { PortalError, type FieldFault } from '@rubrica/domain'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import type { PageImages } from '../../pending-documents/ports.ts'
import { findPlaces } from '../find-places.ts'
import type { StoredUpload, Upload } from '../uploads/ports.ts'
import { faultAt } from './fill-template.ts'
import type { Template } from './ports.ts'

export interface JudgePlacesPorts {
  readonly objects: Pick<DocumentObjects, 'read'>
  readonly images: Pick<PageImages, 'readText'>
}

/** A file that is sent, be it an upload or of the template. */
export interface SearchedDocument extends StoredUpload, Pick<Upload, 'pages'> {
  /** Names the bytes, for the process that reads them. */
  readonly name: string
}

/** The files of a template, in the order of its documents. */
export const documentsOf = ({ content, files }: Template): (SearchedDocument | undefined)[] =>
  content.documents.map(({ file: id }) => {
    const file = files.find((one) => one.id === id)
    return file && { ...file, name: `template:${id}` }
  })

/**
 * Which words that places of a template are given by are not on the files that are sent, found as sending finds them. The
 * answer is the same as long as the version and the files are.
 * @returns of each file the first that is missing, at its place in the template
 * @throws {PortalError} PAGE_NOT_RENDERABLE, TEMPORARILY_UNAVAILABLE, DOCUMENT_DAMAGED
 */
export async function judgePlaces(
  ports: JudgePlacesPorts,
  content: Template['content'],
  documents: readonly (SearchedDocument | undefined)[],
): Promise<readonly FieldFault[]> {
  const faults: FieldFault[] = []
  for (const [index, document] of documents.entries()) {
    const problem = document && (await problemOn(ports, content, { document, index }))
    if (problem !== undefined) faults.push(faultAt(['documents', String(index)], 'ANCHOR_NOT_FOUND', problem))
  }
  return faults
}

async function problemOn(
  { objects, images }: JudgePlacesPorts,
  content: Template['content'],
  { document, index }: { readonly document: SearchedDocument; readonly index: number },
): Promise<string | undefined> {
  const signers = content.signers.map(({ positions }) => ({
    positions: positions.filter(
      (place) => 'anchor' in place && (place.document === undefined || place.document === index),
    ),
  }))
  if (signers.every(({ positions }) => positions.length === 0)) return undefined
  const { name: key, pages } = document
  const base = await objects.read(document.key, document.objectId)
  const sizeOf = (page: number) => pages[page - 1] ?? null
  try {
    await findPlaces({ images, key, base, pageCount: pages.length, sizeOf }, { signers })
    return undefined
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'ANCHOR_NOT_FOUND') throw error
    return error.faults[0]?.problem ?? error.message
  }
}
