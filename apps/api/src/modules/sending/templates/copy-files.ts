import type { DocumentObjects } from '../../../ports/object-store.ts'
import { digestOf } from '../../digest-of.ts'
import { ownerOf } from '../../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../../run-once.ts'
import { findUpload } from '../uploads/find-upload.ts'
import type { Watcher } from '../ports.ts'
import type { Upload, UploadStore } from '../uploads/ports.ts'
import { keepUpload } from '../uploads/upload-file.ts'
import { findTemplate } from './find-template.ts'
import type { Template, TemplateStore } from './ports.ts'

export interface CopyFilePorts extends RunOnce {
  readonly templates: Pick<TemplateStore, 'find'>
  readonly uploads: UploadStore
  readonly objects: DocumentObjects
}

interface CopyWish {
  readonly id: string
  /** The newest one without it. */
  readonly version: number | undefined
  readonly idempotencyKey: string | undefined
  /** Called with the bytes of each file before it is read. @throws {PortalError} TEMPORARILY_UNAVAILABLE */
  readonly onLength: (bytes: number) => void
}

/** Files of one document as uploads. */
export interface CopiedDocument {
  readonly file: Upload
  readonly attachments: readonly string[]
}

interface KeptCopy {
  readonly file: string
  readonly attachments: readonly string[]
}

/**
 * Hands the files of a version over again, so that whoever sends from it can place signatures on them or add to them.
 * They were judged when the template took them.
 * @throws {PortalError} TEMPLATE_NOT_FOUND, DOCUMENT_DAMAGED, TOO_MANY_FILES, IDEMPOTENCY_KEY_REUSED,
 *   IDEMPOTENCY_KEY_IN_USE; FILE_NOT_FOUND for a repeated request whose files are gone
 */
export function copyFiles(ports: CopyFilePorts, user: Watcher, wish: CopyWish): Promise<CopiedDocument[]> {
  const { id, version, idempotencyKey: key } = wish
  const owner = ownerOf(user)
  const call = `POST /v1/templates/${id.toLowerCase()}/uploads`
  const keyed = key === undefined ? undefined : { caller: owner, key, call, digest: digestOf({ owner, version }) }
  return runOnce(ports, keyed, {
    act: async (lease) => {
      const template = await findTemplate(ports.templates, user, { id, version })
      const copied: CopiedDocument[] = []
      for (const document of template.content.documents) {
        const attachments: string[] = []
        for (const attachment of document.attachments) {
          attachments.push((await copyOne(ports, user, { template, ...attachment, ...wish })).id)
        }
        copied.push({ file: await copyOne(ports, user, { template, ...document, ...wish }), attachments })
      }
      const answer: KeptCopy[] = copied.map(({ file, attachments }) => ({ file: file.id, attachments }))
      // Files that nobody hears of lapse within a day.
      if (lease) await ports.requests.finish({ lease, answer, until: keptUntil(ports.now()) })
      return copied
    },
    replay: (kept) =>
      Promise.all(
        (kept as KeptCopy[]).map(async ({ file, attachments }) => ({
          file: await findUpload(ports.uploads, { owner, id: file }, ports.now()),
          attachments,
        })),
      ),
  })
}

interface OneFile extends Pick<CopyWish, 'onLength'> {
  readonly template: Template
  readonly file: string
  readonly fileName: string
}

async function copyOne(ports: CopyFilePorts, user: Watcher, { template, file, fileName, onLength }: OneFile) {
  const { size, sha256, pages, findings, key, objectId } = template.files.find(({ id }) => id === file)!
  onLength(size)
  const bytes = await ports.objects.read(key, objectId)
  return keepUpload(ports, {
    ...{ owner: ownerOf(user), name: fileName, file: bytes, sha256 },
    ...{ judged: { pages, findings }, endOf: () => undefined },
  })
}
