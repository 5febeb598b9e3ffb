/** How benchmarks have documents signed: sent beforehand, and signed by bare calls, so that little of a client is measured. */
import { Agent, request } from 'node:http'
import type { DemoName, DemoSigner, Scene } from '@rubrica/testing'

const SENT_AT_ONCE = 4
const MAIL_PAUSE_MS = 100

export interface ToSign {
  readonly url: string
  readonly guid: string
  readonly docGuid: string
}

/** Documents that wait for somebody, Ana unless said, whose mails are out. */
export async function send(
  scene: Scene,
  count: number,
  { pdf, to = 'ana' }: { readonly pdf?: Uint8Array; readonly to?: DemoName } = {},
): Promise<ToSign[]> {
  const documents: ToSign[] = []
  let left = count
  const work = async () => {
    while (left-- > 0) {
      const { guid: docGuid, signers } = await scene.send({ signers: [to], pdf })
      documents.push({ url: scene.portal.url, docGuid, guid: signers[0]?.guid ?? '' })
    }
  }
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, work))
  await untilMailsAreOut(scene)
  return documents
}

/** The mails that tell of the documents are work that belongs to nobody's signature. */
async function untilMailsAreOut({ portal }: Scene): Promise<void> {
  for (let waiting = Number.NaN; waiting !== 0;) {
    const rows = await portal.server.database!.query<{ waiting: number }>(
      `select count(*)::integer as waiting from pgboss.job
       where name = 'tell-signer' and state in ('created', 'retry', 'active')`,
    )
    waiting = rows[0]?.waiting ?? 0
    if (waiting > 0) await new Promise((done) => setTimeout(done, MAIL_PAUSE_MS))
  }
}

/** What one who calls keeps from one call to the next. */
export interface Caller {
  readonly agent: Agent
  /** Of a balancer, once it has set one. */
  cookie?: string
}

export const newCaller = (): Caller => ({ agent: new Agent({ keepAlive: true }) })

interface BareCall {
  readonly url: string
  readonly token: string
  /** Makes it a POST with a key of its own. */
  readonly body?: string
}

/** A call of which no more is read than whether it went well. @throws {Error} for another status than 200 and 204 */
export function bareCall(caller: Caller, { url, token, body }: BareCall): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(caller.cookie !== undefined && { cookie: caller.cookie }),
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': crypto.randomUUID(),
    }),
  }
  return new Promise((done, fail) => {
    const call = request(url, { method: body === undefined ? 'GET' : 'POST', agent: caller.agent, headers })
    call.on('response', (answer) => {
      caller.cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? caller.cookie
      answer.resume()
      const isDone = answer.statusCode === 200 || answer.statusCode === 204
      answer.on('end', () => (isDone ? done() : fail(new Error(`${url} answered ${answer.statusCode}`))))
    })
    call.on('error', fail)
    call.end(body)
  })
}

const everybody = newCaller()

/** @param batchId of the batch that it is part of */
export function sign(
  { token, certificateId, pin }: DemoSigner,
  { url, guid, caller = everybody }: Pick<ToSign, 'url' | 'guid'> & { readonly caller?: Caller },
  batchId?: string,
): Promise<void> {
  const body = JSON.stringify({ CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS', BatchId: batchId })
  return bareCall(caller, { url: `${url}/api/vidmobileuser/signature/keyvault/${guid}`, token, body })
}
