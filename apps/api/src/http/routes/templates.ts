/** Templates: what is sent again and again, with roles in place of people. */
import { ownerOf } from '../../modules/owner.ts'
import { copyFiles, type CopyFilePorts } from '../../modules/sending/templates/copy-files.ts'
import { findTemplate, noSuchTemplate } from '../../modules/sending/templates/find-template.ts'
import {
  addVersion,
  changeTemplate,
  createTemplate,
  deleteTemplate,
  type TemplatePorts,
} from '../../modules/sending/templates/keep-templates.ts'
import type { Template, TemplateItem, TemplateStanding } from '../../modules/sending/templates/ports.ts'
import { exportTemplate } from '../../modules/sending/templates/export-template.ts'
import { importTemplate, type ImportPorts } from '../../modules/sending/templates/import-template.ts'
import { sendFromTemplate, type UsePorts } from '../../modules/sending/templates/use-template.ts'
import type { Handlers } from '../bind/call-types.ts'
import { answerPage } from '../lists/answer-page.ts'
import { jsonAnswer } from '../lists/json-answer.ts'
import type { PageCursors } from '../lists/page-cursors.ts'
import { entityTag, readIfMatch } from '../preconditions/if-match.ts'
import { describeUpload } from './uploads.ts'

const describeStanding = (standing: TemplateStanding) => ({
  guid: standing.id,
  name: standing.name,
  share: standing.share,
  team: standing.team && { guid: standing.team.id, name: standing.team.name },
  version: standing.version,
  changes: standing.changes,
  isOwn: standing.isOwn,
  mayEdit: standing.mayEdit,
  ownerName: standing.ownerName,
  createdAt: standing.createdAt.toISOString(),
  updatedAt: standing.updatedAt.toISOString(),
  archivedAt: standing.archivedAt?.toISOString() ?? null,
})

const describeItem = (item: TemplateItem) => ({
  ...describeStanding(item),
  roles: item.roles,
  files: item.files,
  signers: item.signers,
})

/** With the count of its changes as the ETag. */
function answer(status: 200 | 201, template: Template) {
  const { shown, content, files } = template
  const described = files.map(({ id, size, sha256, pages, findings, ...rest }) => {
    const upload = describeUpload({
      ...rest,
      id,
      name: '',
      size,
      sha256,
      pages,
      findings,
      uploadedAt: EPOCH,
      expiresAt: EPOCH,
    })
    return { id, size, sha256, pages: upload.pages, findings: upload.findings }
  })
  const body = { ...describeStanding(template), shown, content, files: described }
  return jsonAnswer(body, { etag: entityTag(template.changes) }, status)
}

/** Not told of files of templates. */
const EPOCH = new Date(0)

type TemplateCalls =
  | 'templates'
  | 'createTemplate'
  | 'templateStatus'
  | 'changeTemplate'
  | 'deleteTemplate'
  | 'templateVersions'
  | 'addTemplateVersion'
type UseCalls = 'exportTemplate' | 'importTemplate' | 'copyTemplateFiles' | 'sendFromTemplate'

export type TemplateRoutePorts = TemplatePorts &
  UsePorts &
  CopyFilePorts &
  ImportPorts & { readonly cursors: PageCursors }

export const templateHandlers = (ports: TemplateRoutePorts): Pick<Handlers, TemplateCalls | UseCalls> => ({
  ...keepingHandlers(ports),
  ...usingHandlers(ports),
})

function keepingHandlers(ports: TemplateRoutePorts): Pick<Handlers, TemplateCalls> {
  return {
    templates: async ({ caller, query, search }) => {
      const { limit, cursor, archived } = query
      const list = {
        list: 'templates',
        owner: JSON.stringify(ownerOf(caller)),
        filters: { archived: archived ?? null },
      }
      const after = cursor === undefined ? undefined : await ports.cursors.read(list, cursor)
      const rows = await ports.templates.list(caller, { isArchived: archived === 'true', after, most: limit + 1 })
      const asked = { list, path: '/api/v1/templates', search, limit }
      const placeOf = ({ key, id }: TemplateItem) => ({ key, id })
      return answerPage(ports.cursors, asked, { rows, placeOf, toItem: describeItem })
    },
    createTemplate: async ({ caller, headers, body }) =>
      answer(201, await createTemplate(ports, caller, { ...body, idempotencyKey: headers['idempotency-key'] })),
    templateStatus: async ({ caller, params, query }) =>
      answer(200, await findTemplate(ports.templates, caller, { id: params.templateId, version: query.version })),
    changeTemplate: async ({ caller, params, headers, body }) => {
      const wanted = { ...body, ...readIfMatch(headers['if-match']), id: params.templateId }
      return answer(200, await changeTemplate(ports, caller, wanted))
    },
    deleteTemplate: async ({ caller, params, headers }) => {
      await deleteTemplate(ports, caller, { ...readIfMatch(headers['if-match']), id: params.templateId })
      return null
    },
    templateVersions: async ({ caller, params }) => {
      const versions = await ports.templates.versionsOf(caller, params.templateId)
      if (!versions) throw noSuchTemplate()
      return {
        data: versions.map(({ version, madeBy, madeAt }) => ({ version, madeBy, madeAt: madeAt.toISOString() })),
      }
    },
    addTemplateVersion: async ({ caller, params, headers, body }) => {
      const wanted = {
        ...readIfMatch(headers['if-match']),
        id: params.templateId,
        content: body.content,
        idempotencyKey: headers['idempotency-key'],
      }
      return answer(201, await addVersion(ports, caller, wanted))
    },
  }
}

function usingHandlers(ports: TemplateRoutePorts): Pick<Handlers, UseCalls> {
  return {
    exportTemplate: async ({ caller, params, query, answerRoom }) => {
      const wish = {
        id: params.templateId,
        version: query.version,
        onLength: (bytes: number) => answerRoom.take(bytes),
      }
      return jsonAnswer({ format: 'rubrica-template-1', ...(await exportTemplate(ports, caller, wish)) }, {})
    },
    importTemplate: async ({ caller, headers, body }) => {
      const { name, content } = body
      return answer(
        201,
        await importTemplate(ports, caller, { name, content, idempotencyKey: headers['idempotency-key'] }),
      )
    },
    copyTemplateFiles: async ({ caller, params, headers, body, answerRoom }) => {
      const documents = await copyFiles(ports, caller, {
        id: params.templateId,
        version: body.version,
        idempotencyKey: headers['idempotency-key'],
        onLength: (bytes) => answerRoom.take(bytes),
      })
      return {
        documents: documents.map(({ file, attachments }) => ({
          file: describeUpload(file),
          attachments: [...attachments],
        })),
      }
    },
    sendFromTemplate: async ({ caller, params, headers, body, answerRoom }) => {
      const { id, documents } = await sendFromTemplate(ports, caller, {
        ...body,
        templateId: params.templateId,
        idempotencyKey: headers['idempotency-key'],
        onLength: (bytes) => answerRoom.take(bytes),
      })
      return { guid: id, documents: documents.map((document) => ({ guid: document.id, fileName: document.fileName })) }
    },
  }
}
