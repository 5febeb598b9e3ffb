import { createHash } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import { digestOf } from '../../digest-of.ts'
import { ownerOf } from '../../owner.ts'
import { runOnce } from '../../run-once.ts'
import { judgeFile } from '../judge-file.ts'
import type { Watcher } from '../ports.ts'
import type { Upload } from '../uploads/ports.ts'
import { keepUpload, type UploadPorts } from '../uploads/upload-file.ts'
import type { ExportedContent } from './export-template.ts'
import { findTemplate } from './find-template.ts'
import { keepTemplate, type TemplatePorts, type WantedContent } from './keep-templates.ts'
import type { Template } from './ports.ts'

export type ImportPorts = TemplatePorts & UploadPorts

interface ImportWish {
  readonly name: string
  readonly content: ExportedContent
  readonly idempotencyKey: string | undefined
}

/**
 * Keeps a template that was exported somewhere, as a private one of whoever imports it. Its files are taken in like any
 * that somebody hands over.
 * @throws {PortalError} PDF_REFUSED, PDF_ENCRYPTED, PDF_TOO_COMPLEX, with the fact `Document`: its place from 0; and what
 *   `createTemplate` throws
 */
export function importTemplate(
  ports: ImportPorts,
  user: Watcher,
  { name, content, idempotencyKey: key }: ImportWish,
): Promise<Template> {
  const caller = ownerOf(user)
  const keyed =
    key === undefined
      ? undefined
      : { caller, key, call: 'POST /v1/templates/imported', digest: digestOf({ name, content }) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const wanted = { name, share: 'private' as const, content: await takeIn(ports, user, content) }
      return keepTemplate(ports, user, { ...wanted, lease })
    },
    replay: (kept) => findTemplate(ports.templates, user, { id: (kept as { id: string }).id }),
  })
}

async function takeIn(ports: ImportPorts, user: Watcher, content: ExportedContent): Promise<WantedContent> {
  const documents: WantedContent['documents'][number][] = []
  for (const [place, { data, attachments, ...document }] of content.documents.entries()) {
    const file = Buffer.from(data, 'base64')
    const { judged } = await judgeFile(ports.pdf, file).catch((error: unknown) => refuse(error, place))
    const attached = []
    for (const { data: bytes, ...attachment } of attachments) {
      // What it is, sending finds out.
      const one = { name: attachment.fileName, file: Buffer.from(bytes, 'base64'), judged: { pages: [], findings: [] } }
      attached.push({ ...attachment, file: (await keep(ports, user, one)).id })
    }
    const kept = await keep(ports, user, { name: document.fileName, file, judged })
    documents.push({ ...document, file: kept.id, attachments: attached })
  }
  return { ...content, documents }
}

const keep = (
  ports: ImportPorts,
  user: Watcher,
  one: { readonly name: string; readonly file: Uint8Array; readonly judged: Pick<Upload, 'pages' | 'findings'> },
) => {
  const sha256 = createHash('sha256').update(one.file).digest('hex')
  return keepUpload(ports, { ...one, owner: ownerOf(user), sha256, endOf: () => undefined })
}

function refuse(error: unknown, place: number): never {
  if (!(error instanceof PortalError)) throw error
  throw new PortalError(error.code, error.message, { cause: error, facts: { ...error.facts, Document: place } })
}
