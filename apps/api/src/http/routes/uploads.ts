import { fieldRefusal } from '../bind/validate-input.ts'
import type { Handlers, UploadPart } from '../bind/call-types.ts'
import { deleteUpload, findUpload } from '../../modules/sending/find-upload.ts'
import type { FindingCode, Upload } from '../../modules/sending/ports.ts'
import { ownerOf } from '../../modules/owner.ts'
import { uploadFile, type UploadPorts } from '../../modules/sending/upload-file.ts'
import { drawUpload, readUploadText, type UploadPagePorts } from '../../modules/sending/draw-upload.ts'
import { answerPages, toPageText } from './answer-pages.ts'
import { cleanFileName } from './clean-file-name.ts'

const FINDINGS: Readonly<Record<FindingCode, string>> = {
  SIGNED: 'The file bears signatures: it takes one place for each signer.',
  CERTIFIED: 'The author certified the file: signatures may be added, and nothing that the certification forbids.',
}

export const describeUpload = ({ id, name, size, sha256, pages, findings, uploadedAt, expiresAt }: Upload) => ({
  id,
  name,
  size,
  sha256,
  pages: [...pages],
  findings: findings.map((code) => ({ code, detail: FINDINGS[code] })),
  uploadedAt: uploadedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

export type UploadRoutePorts = UploadPorts & UploadPagePorts & { readonly fileLimit: number }

type UploadCalls =
  'uploadFile' | 'uploadedFileStatus' | 'uploadedFilePage' | 'uploadedFilePageText' | 'deleteUploadedFile'

/** Files that are handed over before anything is sent. */
export function uploadHandlers(ports: UploadRoutePorts): Pick<Handlers, UploadCalls> {
  return {
    uploadFile: async ({ caller, headers, body }) => {
      const { name, file } = await readOneFile(body, ports.fileLimit)
      const idempotencyKey = headers['idempotency-key']
      return describeUpload(await uploadFile(ports, { owner: ownerOf(caller), idempotencyKey, name, file }))
    },
    uploadedFileStatus: async ({ caller, params }) =>
      describeUpload(await findUpload(ports.uploads, { owner: ownerOf(caller), id: params.fileId }, ports.now())),
    uploadedFilePage: async ({ caller, params: { fileId, page }, query: { width, count }, ifNoneMatch }) =>
      answerPages(
        await drawUpload(ports, { owner: ownerOf(caller), id: fileId }, { page, width, count, known: ifNoneMatch }),
      ),
    uploadedFilePageText: async ({ caller, params: { fileId, page } }) =>
      toPageText(await readUploadText(ports, { owner: ownerOf(caller), id: fileId }, page)),
    deleteUploadedFile: async ({ caller, params }) => {
      await deleteUpload(ports.uploads, { owner: ownerOf(caller), id: params.fileId }, ports.now())
      return null
    },
  }
}

/** The one file of a body, read to the end of the body. @throws {PortalError} VALIDATION_FAILED, BODY_TOO_LARGE */
export async function readOneFile(
  parts: AsyncIterable<UploadPart>,
  limit: number,
  unnamed = 'document.pdf',
): Promise<{ readonly name: string; readonly file: Uint8Array }> {
  let found: { name: string; file: Uint8Array } | undefined
  for await (const part of parts) {
    if (part.kind !== 'file' || part.name !== 'file')
      throw fieldRefusal(`body.${part.name}`, 'is not a part of this call')
    if (found) throw fieldRefusal('body.file', 'is there twice')
    found = { name: cleanFileName(part.fileName, unnamed), file: await part.read(limit) }
  }
  if (!found) throw fieldRefusal('body.file', 'is missing')
  return found
}
