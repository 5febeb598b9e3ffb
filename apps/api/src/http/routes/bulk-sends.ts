/** Bulk sends: sheets, of which each row is sent from a template. */
import type { Contract } from '@rubrica/contract'
import {
  correctRow,
  createBulkSend,
  deleteBulkSend,
  listBulkSends,
  listRows,
  mapBulkSend,
  showBulkSend,
  type BulkSendPorts,
} from '../../modules/bulk-sends/keep-bulk-sends.ts'
import {
  cancelBulkSend,
  pauseBulkSend,
  resumeBulkSend,
  startBulkSend,
} from '../../modules/bulk-sends/move-bulk-send.ts'
import type { BulkRow, BulkSend, BulkSendItem, Mapping } from '../../modules/bulk-sends/ports.ts'
import { writeResult } from '../../modules/bulk-sends/write-result.ts'
import { ownerOf } from '../../modules/owner.ts'
import { Answer, type Call, type Handlers } from '../bind/call-types.ts'
import { answerPage } from '../lists/answer-page.ts'
import { jsonAnswer } from '../lists/json-answer.ts'
import type { PageCursors } from '../lists/page-cursors.ts'
import { entityTag, readIfMatch } from '../preconditions/if-match.ts'
import { contentDisposition } from './sent-documents.ts'
import { readOneFile } from './uploads.ts'

const describeItem = ({ id, name, state, counts, createdAt, startedAt, endedAt, expiresAt }: BulkSendItem) => ({
  ...{ guid: id, name, state, counts },
  createdAt: createdAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
})

const describeMapping = ({ templateId, ...rest }: Mapping) => ({ template: templateId, ...rest })

const describe = (bulk: BulkSend) => ({
  ...describeItem(bulk),
  ...{ version: bulk.version, columns: bulk.columns, mapping: bulk.mapping && describeMapping(bulk.mapping) },
})

const describeRow = ({ documentIds, number, cells, state, findings, code }: BulkRow) => ({
  ...{ number, cells: [...cells], state, findings: [...findings], code, documents: [...documentIds] },
})

const answer = (bulk: BulkSend, status: 200 | 201 = 200) =>
  jsonAnswer(describe(bulk), { etag: entityTag(bulk.version) }, status)

function toMapping({ template, ...rest }: Call<Contract['mapBulkSend']>['body']) {
  return { ...rest, templateId: template, templateVersion: rest.templateVersion, files: distinct(rest.files) }
}

const distinct = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))]

/** What a sheet may have at most, and what comes around it. */
const SHEET_LIMIT = 10 * 1024 * 1024

type Calls =
  | 'createBulkSend'
  | 'bulkSends'
  | 'bulkSendStatus'
  | 'mapBulkSend'
  | 'bulkRows'
  | 'correctBulkRow'
  | 'startBulkSend'
  | 'pauseBulkSend'
  | 'resumeBulkSend'
  | 'cancelBulkSend'
  | 'bulkResult'
  | 'deleteBulkSend'

export type BulkSendRoutePorts = BulkSendPorts & { readonly cursors: PageCursors }

export function bulkSendHandlers(ports: BulkSendRoutePorts): Pick<Handlers, Calls> {
  const moveBy =
    (move: typeof pauseBulkSend) =>
    async ({ caller, params, headers }: Pick<Call<Contract['pauseBulkSend']>, 'caller' | 'params' | 'headers'>) =>
      answer(await move(ports, { watcher: caller, id: params.bulkSendId, idempotencyKey: headers['idempotency-key'] }))
  return {
    createBulkSend: async ({ caller, headers, body }) => {
      const { name, file } = await readOneFile(body, SHEET_LIMIT, 'sheet.csv')
      const idempotencyKey = headers['idempotency-key']
      return answer(await createBulkSend(ports, { watcher: caller, idempotencyKey, name, file }), 201)
    },
    bulkSends: async ({ caller }) => ({ data: (await listBulkSends(ports, ownerOf(caller))).map(describeItem) }),
    bulkSendStatus: async ({ caller, params }) => answer(await showBulkSend(ports, caller, params.bulkSendId)),
    mapBulkSend: async ({ caller, params, headers, body }) => {
      const precondition = readIfMatch(headers['if-match'])
      const require = (version: number) => precondition.require(version)
      return answer(
        await mapBulkSend(ports, { watcher: caller, id: params.bulkSendId, require, mapping: toMapping(body) }),
      )
    },
    bulkRows: (call) => answerRows(ports, call),
    correctBulkRow: async ({ caller, params, headers, body }) => {
      const precondition = readIfMatch(headers['if-match'])
      const { bulk, row } = await correctRow(ports, {
        ...{ watcher: caller, id: params.bulkSendId, number: params.rowNumber },
        ...{ cells: body.cells, isLeftOut: body.leaveOut, require: (version) => precondition.require(version) },
      })
      return jsonAnswer({ bulkSend: describe(bulk), row: describeRow(row) }, { etag: entityTag(bulk.version) })
    },
    startBulkSend: async ({ caller, params, headers, body }) =>
      answer(
        await startBulkSend(ports, {
          ...{ watcher: caller, id: params.bulkSendId, idempotencyKey: headers['idempotency-key'] },
          leaveOut: body?.leaveOutFaults ?? false,
        }),
      ),
    pauseBulkSend: moveBy(pauseBulkSend),
    resumeBulkSend: moveBy(resumeBulkSend),
    cancelBulkSend: moveBy(cancelBulkSend),
    bulkResult: async ({ caller, params, query }) => {
      const { fileName, content } = await writeResult(ports, caller, {
        id: params.bulkSendId,
        delimiter: query.delimiter,
      })
      return new Answer(
        200,
        {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition(fileName),
          'cache-control': 'no-store',
        },
        content,
      )
    },
    deleteBulkSend: async ({ caller, params }) => {
      await deleteBulkSend(ports, caller, params.bulkSendId)
      return null
    },
  }
}

async function answerRows(
  ports: BulkSendRoutePorts,
  { caller, params, query, search }: Call<Contract['bulkRows']>,
): Promise<Answer> {
  const { bulkSendId: id } = params
  const { state, limit, cursor } = query
  const list = { list: 'bulk-rows', owner: id.toLowerCase(), filters: { state: state ?? '' } } as const
  const place = cursor === undefined ? undefined : await ports.cursors.read(list, cursor)
  const rows = await listRows(ports, caller, {
    ...{ id, states: state && [state], after: place ? Number(place.key) : 0, most: limit + 1 },
  })
  const asked = { list, path: `/api/v1/bulk/${id}/rows`, search, limit }
  return answerPage(ports.cursors, asked, {
    rows,
    placeOf: ({ number }) => ({ key: String(number), id }),
    toItem: describeRow,
  })
}
