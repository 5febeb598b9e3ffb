import { asDraftContent } from '@rubrica/contract'
import { changeDraft, createDraft, deleteDraft, findDraft, type DraftPorts } from '../../modules/drafts/keep-drafts.ts'
import { previewMails, type PreviewPorts } from '../../modules/drafts/preview-mails.ts'
import type { Draft, DraftStanding } from '../../modules/drafts/ports.ts'
import { ownerOf } from '../../modules/owner.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'
import { entityTag, readIfMatch } from '../preconditions/if-match.ts'
import { describeUpload } from './uploads.ts'

const timesOf = ({ updatedAt, expiresAt }: DraftStanding) => ({
  updatedAt: updatedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

/** With its version as the ETag. */
function answer(status: 200 | 201, draft: Draft): Answer {
  const { id, version, content, uploads, createdAt } = draft
  const described = {
    id,
    version,
    content: asDraftContent(content),
    files: uploads.map(describeUpload),
    createdAt: createdAt.toISOString(),
    ...timesOf(draft),
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    etag: entityTag(version),
  }
  return new Answer(status, headers, JSON.stringify(described))
}

type DraftCalls = 'drafts' | 'createDraft' | 'draftStatus' | 'changeDraft' | 'deleteDraft' | 'draftMails'

/** What somebody is putting together to be sent. */
export function draftHandlers(ports: DraftPorts & PreviewPorts): Pick<Handlers, DraftCalls> {
  return {
    drafts: async ({ caller }) => {
      const drafts = await ports.drafts.list(ownerOf(caller), ports.now())
      return {
        data: drafts.map(({ id, version, title, files, people, ...standing }) => ({
          ...{ id, version, title, files, people: [...people] },
          ...timesOf({ id, version, ...standing }),
        })),
      }
    },
    createDraft: async ({ caller, headers, body }) => {
      const idempotencyKey = headers['idempotency-key']
      return answer(201, await createDraft(ports, { owner: ownerOf(caller), idempotencyKey, content: body.content }))
    },
    draftStatus: async ({ caller, params }) =>
      answer(200, await findDraft(ports, { owner: ownerOf(caller), id: params.draftId })),
    changeDraft: async ({ caller, params, headers, body }) => {
      const precondition = readIfMatch(headers['if-match'])
      const name = { owner: ownerOf(caller), id: params.draftId }
      return answer(
        200,
        await changeDraft(ports, {
          ...name,
          content: body.content,
          require: (version) => precondition.require(version),
        }),
      )
    },
    deleteDraft: async ({ caller, params, headers }) => {
      const precondition = readIfMatch(headers['if-match'])
      await deleteDraft(ports, {
        owner: ownerOf(caller),
        id: params.draftId,
        require: (version) => precondition.require(version),
      })
      return null
    },
    draftMails: async ({ caller, params, query }) => {
      const { content } = await findDraft(ports, { owner: ownerOf(caller), id: params.draftId })
      const { file, timeZone } = query
      return previewMails(ports, { sender: caller, content: asDraftContent(content), file, timeZone })
    },
  }
}
