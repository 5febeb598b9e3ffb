import type { z } from 'zod'
import { decryption } from '@rubrica/contract'
import { fieldRefusal, validate } from '../bind/validate-input.ts'
import type { Handlers, UploadPart } from '../bind/call-types.ts'
import { deleteUpload, findUpload } from '../../modules/sending/uploads/find-upload.ts'
import type { FindingCode, Upload } from '../../modules/sending/uploads/ports.ts'
import { ownerOf } from '../../modules/owner.ts'
import { uploadFile, type UploadPorts } from '../../modules/sending/uploads/upload-file.ts'
import { drawUpload, readUploadText, type UploadPagePorts } from '../../modules/sending/uploads/draw-upload.ts'
import { answerPages, toPageText } from './answer-pages.ts'
import { cleanFileName } from './clean-file-name.ts'
import { parseJson } from './read-send-parts.ts'

const FINDINGS: Readonly<Record<FindingCode, string>> = {
  SIGNED: 'The file bears signatures: it takes one place for each signer.',
  CERTIFIED: 'The author certified the file: signatures may be added, and nothing that the certification forbids.',
  DECRYPTED: 'The file was encrypted; it is kept, shown and signed without its encryption.',
}

/** What a file is, for whoever places signatures on it. */
export const describePages = ({ pages, findings }: Pick<Upload, 'pages' | 'findings'>) => ({
  pages: [...pages],
  findings: findings.map((code) => ({ code, detail: FINDINGS[code] })),
})

export const describeUpload = ({ id, name, size, sha256, pages, findings, uploadedAt, expiresAt }: Upload) => ({
  id,
  name,
  size,
  sha256,
  ...describePages({ pages, findings }),
  uploadedAt: uploadedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

export type UploadRoutePorts = UploadPorts & UploadPagePorts & { readonly fileLimit: number }

type UploadCalls =
  'uploadFile' | 'uploadedFileStatus' | 'uploadedFilePage' | 'uploadedFilePageText' | 'deleteUploadedFile'

/** Files that are handed over before anything is sent. */
export function uploadHandlers(ports: UploadRoutePorts): Pick<Handlers, UploadCalls> {
  return {
    uploadFile: async ({ caller, headers, query: { purpose }, body }) => {
      const parts = await readOneFile(body, ports.fileLimit, purpose === 'document' ? 'document.pdf' : 'attachment')
      const idempotencyKey = headers['idempotency-key']
      return describeUpload(await uploadFile(ports, { owner: ownerOf(caller), idempotencyKey, purpose, ...parts }))
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

interface FileParts {
  readonly name: string
  readonly file: Uint8Array
  readonly decrypt: z.output<typeof decryption> | undefined
}

/** Bytes of the part `decrypt`. */
const MAX_DECRYPT = 4096

/**
 * The one file of a body and how it is decrypted, read to the end of the body.
 * @throws {PortalError} VALIDATION_FAILED, BODY_NOT_JSON, BODY_TOO_LARGE
 */
export async function readOneFile(
  parts: AsyncIterable<UploadPart>,
  limit: number,
  otherwise: string,
): Promise<FileParts> {
  let found: Pick<FileParts, 'name' | 'file'> | undefined
  let decrypt: string | undefined
  for await (const part of parts) {
    if (part.name === 'decrypt') {
      decrypt = part.kind === 'field' ? part.value : (await part.read(MAX_DECRYPT)).toString('utf8')
      continue
    }
    if (part.kind !== 'file' || part.name !== 'file')
      throw fieldRefusal(`body.${part.name}`, 'is not a part of this call')
    if (found) throw fieldRefusal('body.file', 'is there twice')
    found = { name: cleanFileName(part.fileName, otherwise), file: await part.read(limit) }
  }
  if (!found) throw fieldRefusal('body.file', 'is missing')
  const wish = decrypt === undefined ? undefined : validate(decryption, 'body.decrypt', parseJson('decrypt', decrypt))
  return { ...found, decrypt: wish }
}
