import { PortalError } from '@rubrica/domain'
import type { DocumentObjects } from '../../../ports/object-store.ts'
import type { AttachedFile, SendOrder } from '../ports.ts'
import type { StoredUpload, Upload, UploadName, UploadStore } from './ports.ts'

/** The same for one that somebody else has handed over. */
const noSuchFile = () => new PortalError('FILE_NOT_FOUND', 'There is no such file.')

/** @throws {PortalError} FILE_NOT_FOUND */
export async function findUpload(
  uploads: Pick<UploadStore, 'find'>,
  name: UploadName,
  at: Date,
): Promise<Upload & StoredUpload> {
  const upload = await uploads.find(name, at)
  if (!upload) throw noSuchFile()
  return upload
}

/** @throws {PortalError} FILE_NOT_FOUND */
export async function deleteUpload(uploads: Pick<UploadStore, 'delete'>, name: UploadName, at: Date): Promise<void> {
  if (!(await uploads.delete(name, at))) throw noSuchFile()
}

export interface ReadUploads {
  readonly uploads: Pick<UploadStore, 'find'>
  readonly objects: Pick<DocumentObjects, 'read'>
  readonly now: () => Date
}

/** The file of an upload, to be sent. */
export interface ReadUpload extends AttachedFile {
  /** The consent with which its encryption was taken off. */
  readonly decrypt: SendOrder['decrypt']
}

/**
 * @param onLength called with its bytes before it is read
 * @throws {PortalError} FILE_NOT_FOUND, DOCUMENT_DAMAGED, and what `onLength` throws
 */
export async function readUpload(
  { uploads, objects, now }: ReadUploads,
  name: UploadName,
  onLength: (bytes: number) => void,
): Promise<ReadUpload> {
  const { name: fileName, size, key, objectId, findings } = await findUpload(uploads, name, now())
  onLength(size)
  const decrypt = findings.includes('DECRYPTED') ? ({ consent: true } as const) : undefined
  return { fileName, bytes: await objects.read(key, objectId), decrypt }
}
