import { sendDescription } from '@rubrica/contract'
import { PortalError } from '@rubrica/domain'
import type { AttachedFile, SendOrder } from '../../modules/sending/ports.ts'
import type { UploadPart } from '../bind/call-types.ts'
import { fieldRefusal, nestsTooDeep, validate } from '../bind/validate-input.ts'
import { cleanFileName } from './clean-file-name.ts'

/** What a multipart send holds, read to its end. */
export interface SendParts {
  readonly file: Uint8Array
  readonly attachments: readonly AttachedFile[]
  readonly order: SendOrder
}

type FilePart = Extract<UploadPart, { kind: 'file' }>

/**
 * Reads the parts `document`, `attachment` (any number) and `description` in whatever order they come.
 * @param limit bytes of one file; all together may have twice as many
 * @throws {PortalError} BODY_TOO_LARGE, VALIDATION_FAILED, BODY_NOT_JSON
 */
export async function readSendParts(parts: AsyncIterable<UploadPart>, limit: number): Promise<SendParts> {
  const gathered: Gathered = { attachments: [] }
  let total = 0
  for await (const part of parts) {
    if (part.kind === 'field') {
      takeField(gathered, part)
      continue
    }
    const content = await part.read(Math.min(limitOf(part, limit), 2 * limit - total))
    total += content.length
    takeFile(gathered, part, content)
  }
  const { file, description, attachments } = gathered
  if (file === undefined) throw fieldRefusal('body.document', 'is missing')
  if (description === undefined) throw fieldRefusal('body.description', 'is missing')
  return {
    file,
    attachments,
    order: validate(sendDescription, 'body.description', parseJson('description', description)),
  }
}

/** Bytes of a description, however it is sent. */
const MAX_DESCRIPTION = 256 * 1024

/** @throws {PortalError} VALIDATION_FAILED for a part that the call does not know, before it is read */
function limitOf({ name }: FilePart, limit: number): number {
  if (name === 'description') return MAX_DESCRIPTION
  if (name === 'document' || name === 'attachment') return limit
  throw unknownPart(name)
}

const unknownPart = (name: string) => fieldRefusal(`body.${name}`, 'is not a part of this call')

interface Gathered {
  file?: Uint8Array
  description?: string
  readonly attachments: AttachedFile[]
}

function takeField(gathered: Gathered, part: Extract<UploadPart, { kind: 'field' }>): void {
  if (part.name !== 'description') throw unknownPart(part.name)
  gathered.description = part.value
}

/** Some programs send the description as a file too. */
function takeFile(gathered: Gathered, part: FilePart, content: Buffer): void {
  switch (part.name) {
    case 'document':
      if (gathered.file) throw fieldRefusal('body.document', 'is there twice')
      gathered.file = content
      return
    case 'attachment':
      gathered.attachments.push({ fileName: cleanFileName(part.fileName, 'attachment'), bytes: content })
      return
    default:
      gathered.description = content.toString('utf8')
  }
}

/** @throws {PortalError} BODY_NOT_JSON */
export function parseJson(part: string, text: string): unknown {
  try {
    if (!nestsTooDeep(text)) return JSON.parse(text)
  } catch {
    // Reported below, in the same words as for a text that nests too deep.
  }
  throw new PortalError('BODY_NOT_JSON', `The part ${part} is not JSON.`)
}
