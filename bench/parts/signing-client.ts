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

const agent = new Agent({ keepAlive: true })

/** @throws Error when the answer is not 204 */
export function sign(
  { token, certificateId, pin }: DemoSigner,
  { url, guid }: ToSign,
  batchId?: string,
): Promise<void> {
  const body = JSON.stringify({ CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS', BatchId: batchId })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'idempotency-key': crypto.randomUUID(),
  }
  return new Promise((done, fail) => {
    const call = request(`${url}/api/vidmobileuser/signature/keyvault/${guid}`, { method: 'POST', agent, headers })
    call.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => (answer.statusCode === 204 ? done() : fail(new Error(`signing: ${answer.statusCode}`))))
    })
    call.on('error', fail)
    call.end(body)
  })
}
