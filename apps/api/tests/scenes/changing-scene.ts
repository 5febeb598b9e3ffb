/** A scene in which a program changes what it has sent. */
import { afterAll, beforeAll, inject } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { openScene, runCli, trySigning, type DemoName, type PortalOptions, type Scene } from '@rubrica/testing'
import { approvedBy } from './approvals-scene.ts'

export interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly etag: string | null
  // What a call answers, as it is.
  readonly body: Record<string, unknown>
}

/** A place for a signature. */
export const at = (x: number, y: number, page = 1) => ({ page, x, y, width: 120, height: 40 })

/** Opens a scene for the tests of a file. */
export function changingScene(env: PortalOptions['env'] = {}) {
  let open: Scene

  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    open.portal.server.database!.query<Row>(text, values)

  beforeAll(async () => {
    open = await openScene({ postgres: inject('sharedPostgres'), env })
    await query(`update users set email = user_id || '@people.test', language = 'en'`)
    await query(`update user_subscriptions set roles = '{}'`)
  })
  afterAll(() => open[Symbol.asyncDispose]())

  async function ask(
    path: string,
    { method = 'GET', body, headers = {}, token = open.senderToken }: Asked = {},
  ): Promise<Answer> {
    const answer = await fetch(`${open.portal.url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    return { status: answer.status, code: json['Code'] as string, etag: answer.headers.get('etag'), body: json }
  }

  async function verify<Finding>(what: 'audit' | 'objects'): Promise<Finding[]> {
    const { server } = open.portal
    const environment = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
    const { stdout } = await runCli([what, 'verify', '--json'], environment)
    return (JSON.parse(stdout) as { findings: Finding[] }).findings
  }

  /** Everything that is wrong with a document's log, or with a row that it tells of. */
  const findingsOf = async (...guids: string[]): Promise<unknown[]> =>
    (await verify<{ documentId: string }>('audit')).filter(({ documentId }) => guids.includes(documentId))

  return {
    opened: () => open,
    query,
    ask,
    /** Ana signs at once; Biel in the second stage, once Carla has approved. */
    sendInStages: () =>
      open.send({
        signers: [],
        description: {
          signers: [
            { userId: 'ana', stage: 1 },
            { userId: 'biel', stage: 2, ...approvedBy('carla') },
          ],
        },
      }),
    /** Ana and, once Carla has approved, Biel, each with a place of their own. */
    sendPlaced: (fileName = 'plan.pdf') =>
      open.send({
        signers: [],
        description: {
          fileName,
          signers: [
            { userId: 'ana', positions: [at(50, 50)] },
            { userId: 'biel', positions: [at(250, 50)], ...approvedBy('carla') },
          ],
        },
      }),
    placesOf: (guid: string) =>
      query<{ user_id: string; name: string; page: number; x: number; y: number }>(
        `select users.user_id, signature_fields.name, page, x, y from signature_fields
         join signers on signers.id = signer_id join users on users.id = signers.user_id
         where signature_fields.document_id = $1 order by signers.ordinal, signature_fields.ordinal`,
        [guid],
      ),
    sign: (who: DemoName, signer: { guid: string }) => trySigning(open.people[who], signer.guid),
    /** As Carla. @returns the GUID of the approval */
    approve: async (document: SentDocument): Promise<string> => {
      const [row] = await query<{ id: string }>(
        `select approvers.id from approvers join users on users.id = approvers.user_id
         where document_id = $1 and users.user_id = 'carla'`,
        [document.guid],
      )
      await open.people.carla.call.acceptApproval({ params: { approverGuid: row!.id } })
      return row!.id
    },
    /** With the ETag of this moment unless another is given. */
    change: async (guid: string, body: object, asked: Asked = {}): Promise<Answer> => {
      const { etag } = await ask(`documents/${guid}`)
      return ask(`documents/${guid}`, {
        method: 'PATCH',
        body,
        ...asked,
        headers: { 'if-match': etag ?? '*', ...asked.headers },
      })
    },
    replace: (guid: string, signerGuid: string, body: object, asked: Asked = {}): Promise<Answer> =>
      ask(`documents/${guid}/signers/${signerGuid}/replaced`, { method: 'POST', body, ...asked }),
    remind: (guid: string, asked: Asked = {}): Promise<Answer> =>
      ask(`documents/${guid}/reminders`, { method: 'POST', ...asked }),
    /** Without how mails fare, which changes by itself. */
    statusOf: async (guid: string): Promise<SentDocument> => {
      const { signers, ...document } = (await ask(`documents/${guid}`)).body as unknown as SentDocument
      const withoutMail = <Person>(person: Person) => ({ ...person, mail: null })
      return {
        ...document,
        signers: signers.map((signer) => ({ ...withoutMail(signer), approvers: signer.approvers.map(withoutMail) })),
      }
    },
    findingsOf,
    /** Everything that is wrong with a log, a row that it tells of, or an object. */
    faultsOfAll: async (): Promise<unknown[]> => {
      const rows = await query<{ id: string }>('select id from documents')
      const ofLogs = await findingsOf(...rows.map(({ id }) => id))
      return [...ofLogs, ...(await verify<object>('objects'))]
    },
    /** What the sandbox's mailbox of a person has, the newest first. */
    mailsOf: async (who: DemoName): Promise<readonly { readonly subject: string; readonly text: string }[]> => {
      const answer = await fetch(`${open.portal.sandbox.url}/inbox.json?to=${who}@people.test`)
      return ((await answer.json()) as { mails: { subject: string; text: string }[] }).mails
    },
  }
}

export interface Asked {
  readonly method?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly token?: string
}
