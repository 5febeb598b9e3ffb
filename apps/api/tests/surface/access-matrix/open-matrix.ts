/** The scene that every call is made in by everybody who may not make it, and what must not change by it. */
import { inject } from 'vitest'
import { makePdf, openScene, type Scene } from '@rubrica/testing'
import { digestTables } from '../../scenes/digest-tables.ts'
import { untilIdle } from '../../scenes/until-idle.ts'
import type { Operation } from './described-calls.ts'
import { issueTokens, type IssuedTokens } from './issue-tokens.ts'
import { bodiesFor, UNKNOWN_ID } from './right-bodies.ts'

type Bodies = ReturnType<typeof bodiesFor>

export interface Matrix extends AsyncDisposable, Omit<IssuedTokens, 'close'> {
  readonly scene: Scene
  /** By name of their call: nothing but the caller is wrong with them. */
  readonly bodies: Bodies
  /** What an answer to a stranger may not hold: Ana's names, and ids that the stranger did not give. */
  readonly anasSecrets: readonly string[]
  /** Makes a call about what is Ana's. */
  readonly request: (operation: Operation, authorization: string | undefined) => Promise<Response>
  readonly rows: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  /**
   * A digest of each table, but for what is the caller's own: rows that name them, as text.
   * @param own ids of the caller, and of their session
   */
  readonly stateOf: (own?: readonly string[]) => Promise<unknown>
}

/** An event of one's own moves on the end of the installation log, and its values, which name nobody. */
const LOGGED = ['installation_chain', 'installation_personal_data']

export async function openMatrix(): Promise<Matrix> {
  const many = '1000000'
  const env = { LOGINS_PER_MINUTE_AND_ADDRESS: many, LOGINS_PER_MINUTE_AND_USER: many }
  const scene = await openScene({ postgres: inject('sharedPostgres'), env })
  const { close, ...issued } = await issueTokens(scene)
  const rows: Matrix['rows'] = (text, values = []) => scene.portal.server.database!.query(text, [...values])
  const anas = await sendToAna(scene)
  await untilIdle(rows)
  const { ana } = scene.people
  // The key of the server for push services is made with the first look.
  await ana.call.notificationSettings({})
  const stateOf = await digestTables(rows, LOGGED)
  const bodies = bodiesFor({ ana, signerGuid: anas.signerGuid })
  return {
    ...issued,
    scene,
    bodies,
    rows,
    anasSecrets: [ana.legalId, ana.pin, ana.token, 'ana@', 'annex.pdf'],
    request: (operation, authorization) => {
      const { body, type } = bodyOf(operation, bodies)
      const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) }
      const address = `${scene.portal.url}/api${pathOf(operation, { ...anas, ...namesOf(scene) })}`
      return fetch(address, { method: operation.method, headers, body, redirect: 'manual' })
    },
    stateOf,
    [Symbol.asyncDispose]: async () => {
      await close()
      await scene[Symbol.asyncDispose]()
    },
  }
}

/** A document that waits for Ana, one of whose approvers is Carla, with an attachment; Carla has a copy of it, too. */
async function sendToAna(scene: Scene) {
  const document = await scene.send({
    signers: ['ana'],
    signer: { approvers: [{ userId: 'carla' }] },
    attachments: [{ fileName: 'annex.pdf', bytes: makePdf() }],
  })
  const database = scene.portal.server.database!
  // Both may act, so that nothing but the caller is ever wrong.
  await database.query(`update signers set state = 'pending' where document_id = $1`, [document.guid])
  const [ids] = await database.query<{ approver: string; attachment: string }>(
    `select approvers.id as approver, attachments.id as attachment
       from approvers join attachments using (document_id) where document_id = $1`,
    [document.guid],
  )
  const [copy] = await database.query<{ id: string }>(
    `insert into copies (id, document_id, subscription_id, user_id, given_at)
       select gen_random_uuid(), documents.id, subscription_id, users.id, now() from documents, users
       where documents.id = $1 and users.user_id = 'carla' returning copies.id`,
    [document.guid],
  )
  return {
    copyGuid: copy!.id,
    docGuid: document.guid,
    signerGuid: document.signers[0]!.guid,
    approverGuid: ids!.approver,
    attGuid: ids!.attachment,
  }
}

/** Calls of strangers that take a PDF. */
export const FILES: readonly string[] = ['verifyFile', 'reportFile', 'verifiedPage']

function bodyOf({ name, takesBody }: Operation, bodies: Bodies): { body?: string | FormData | Blob; type?: string } {
  if (name === 'sendDocument') return { body: new FormData() }
  if (name === 'uploadFile' || FILES.includes(name))
    return { body: new Blob([new Uint8Array(makePdf())]), type: 'application/pdf' }
  const body = takesBody ? bodies[name] : undefined
  return body ? { body: JSON.stringify(body), type: 'application/json' } : {}
}

/** What stands in paths, besides the parts of Ana's document. */
const namesOf = ({ people: { ana } }: Scene): Readonly<Record<string, string>> => ({
  id: ana.userId,
  legalid: ana.legalId,
  guid: ana.certificateId,
  type: 'keyvault',
  account: 'redtrustauth',
  page: '1',
  revision: '1',
  kind: 'SIGNATURE_MULTIPOSITION_SIMPLE',
  lang: 'en',
  provider: 'google',
  state: 'unknown',
  requestId: UNKNOWN_ID,
  transactionId: UNKNOWN_ID,
  fileId: UNKNOWN_ID,
  draftId: UNKNOWN_ID,
  templateId: UNKNOWN_ID,
  contactId: UNKNOWN_ID,
  groupId: UNKNOWN_ID,
  bulkSendId: UNKNOWN_ID,
  runGuid: UNKNOWN_ID,
  webhookId: UNKNOWN_ID,
  messageId: UNKNOWN_ID,
  rowNumber: '2',
  bulkGuid: UNKNOWN_ID,
  sentAttachmentGuid: UNKNOWN_ID,
  filterGuid: UNKNOWN_ID,
  keyGuid: UNKNOWN_ID,
  factorGuid: UNKNOWN_ID,
  deviceGuid: UNKNOWN_ID,
  substitutionGuid: UNKNOWN_ID,
  sentSignerGuid: UNKNOWN_ID,
})

const pathOf = ({ path }: Operation, values: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_, key: string) => values[key]!)
