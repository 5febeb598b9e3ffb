/** What tests of approvers have in common: the server, decisions, and how a document and its people stand after them. */
import { afterAll, beforeAll, inject } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { openScene, type DemoName, type PortalOptions, type Scene } from '@rubrica/testing'

/** For a signer that is sent. */
export const approvedBy = (...userIds: string[]) => ({ approvers: userIds.map((userId) => ({ userId })) })

export const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 204,
    (error: { status?: number }) => error.status ?? 0,
  )

/** Opens a scene for the tests of a file. */
export function approvalsScene(env: PortalOptions['env'] = {}) {
  let open: Scene

  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    open.portal.server.database!.query<Row>(text, values)

  beforeAll(async () => {
    open = await openScene({ postgres: inject('sharedPostgres'), env })
    // Only what these tests send is left to see.
    await query(`update documents set state = 'cancelled'`)
    await query(`update signers set state = 'cancelled'`)
  })
  afterAll(() => open[Symbol.asyncDispose]())

  /** What waits for a person. @param vidmobileuser in whose name it is asked */
  const search = (who: DemoName, vidmobileuser = open.people[who].userId) =>
    open.people[who].call.pendingApprovals({ body: { Terms: { vidmobileuser } } })

  const statesOf = async (table: 'signers' | 'approvers', { guid }: SentDocument) =>
    (await query<{ state: string }>(`select state from ${table} where document_id = $1 order by state`, [guid])).map(
      ({ state }) => state,
    )

  return {
    /** Once it is open. */
    opened: () => open,
    query,
    search,

    /** The approval of a person for a document. */
    approvalOf: async (who: DemoName, { guid }: SentDocument): Promise<string> =>
      (await search(who)).find(({ DocGuid }) => DocGuid === guid)!.ApproverGuid,

    accept: (who: DemoName, approverGuid: string) =>
      statusOf(open.people[who].call.acceptApproval({ params: { approverGuid } })),

    reject: (who: DemoName, approverGuid: string, reason = 'Wrong annex') =>
      statusOf(open.people[who].call.rejectApproval({ params: { approverGuid }, body: { RejectedReason: reason } })),

    rejectAsSigner: (who: DemoName, signerGuid: string, reason = 'No') =>
      statusOf(
        open.people[who].call.rejectDocument({
          params: { signerGuid },
          body: { RejectionReason: reason, AccessMethod: 'USER_PASS' },
        }),
      ),

    statesOf,

    documentState: async ({ guid }: SentDocument) =>
      (await query<{ state: string }>('select state from documents where id = $1', [guid]))[0]!.state,

    /** Who is to be told by mail that the document waits for them, as often as they are to be told. */
    notifiedOf: async ({ signers }: SentDocument) =>
      (
        await query<{ id: string }>(
          `select data->>'signerId' as id from pgboss.job where name = 'tell-signer' and data->>'signerId' = any($1)`,
          [signers.map(({ guid }) => guid)],
        )
      ).map(({ id }) => id),
  }
}
