import { PortalError, type FieldFault } from '@rubrica/domain'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import type { PageImages } from '../../pending-documents/ports.ts'
import { findPlaces } from '../find-places.ts'
import { faultAt } from './fill-template.ts'
import type { Template } from './ports.ts'

export interface JudgePlacesPorts {
  readonly objects: Pick<DocumentObjects, 'read'>
  readonly images: Pick<PageImages, 'readText'>
}

/**
 * Which words that places are given by are not on the files of a template, found as sending finds them. The answer is
 * the same as long as the version is.
 * @returns of each file the first that is missing, at its place in the template
 * @throws {PortalError} PAGE_NOT_RENDERABLE, TEMPORARILY_UNAVAILABLE, DOCUMENT_DAMAGED
 */
export async function judgePlaces(ports: JudgePlacesPorts, template: Template): Promise<readonly FieldFault[]> {
  const faults: FieldFault[] = []
  for (const index of template.content.documents.keys()) {
    const problem = await problemOn(ports, template, index)
    if (problem !== undefined) faults.push(faultAt(['documents', String(index)], 'ANCHOR_NOT_FOUND', problem))
  }
  return faults
}

async function problemOn(
  { objects, images }: JudgePlacesPorts,
  { content, files }: Template,
  index: number,
): Promise<string | undefined> {
  const signers = content.signers.map(({ positions }) => ({
    positions: positions.filter(
      (place) => 'anchor' in place && (place.document === undefined || place.document === index),
    ),
  }))
  const file = files.find(({ id }) => id === content.documents[index]!.file)
  if (!file || signers.every(({ positions }) => positions.length === 0)) return undefined
  const base = await objects.read(file.key, file.objectId)
  const { pages } = file
  const sizeOf = (page: number) => pages[page - 1] ?? null
  try {
    await findPlaces({ images, key: `template:${file.id}`, base, pageCount: pages.length, sizeOf }, { signers })
    return undefined
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'ANCHOR_NOT_FOUND') throw error
    return error.faults[0]?.problem ?? error.message
  }
}
