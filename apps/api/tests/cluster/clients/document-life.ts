/** One document from its sending to its end, as its sender, approvers and signers live it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { DemoSigner } from '@rubrica/testing'
import type { SeededRandom } from '../seeded-random.ts'
import { isDone, isUndecided } from './answers.ts'
import { ask, askUntilDecided, type Answer, type Persistence, type Wish } from './ask.ts'
import type { Person, PersonName, Program, SentPeople } from './calls.ts'
import type { History } from './history.ts'

export interface World {
  readonly history: History
  readonly program: Program
  readonly people: Readonly<Record<PersonName, Person>>
  /** How likely people do what is not the plain way: reject, share a document, be asked to approve, press twice. */
  readonly liveliness: number
  /** Whether nothing new is begun any more, and whether no answer is waited for any more. */
  isOver(): boolean
  isHopeless(): boolean
}

interface Client extends Persistence {
  readonly name: string
  readonly world: World
}

type SentSigner = SentPeople['signers'][number]

const NAMES: readonly PersonName[] = ['ana', 'biel', 'carla']
const REJECTED_BY = 'The cluster’s client does not want it.'

/** Lives documents one after another until it is over. */
export async function liveDocuments(world: World, name: string, random: SeededRandom): Promise<void> {
  const client: Client = { name, world, random, history: world.history, isHopeless: () => world.isHopeless() }
  while (!world.isOver()) await liveOne(client)
}

async function liveOne(client: Client): Promise<void> {
  const sent = await send(client)
  if (!sent) return
  for (const signer of sent.signers) for (const approver of signer.approvers ?? []) await approve(client, approver)
  // In their order; where there is none, this is as good as any, and pairs sign at once now and then.
  if (client.random.happens(0.5)) await Promise.all(sent.signers.map((signer) => decide(client, signer)))
  else for (const signer of sent.signers) await decide(client, signer)
}

/** A pause of somebody whose call found nothing to talk to. */
const breathe = () => pause(500)

async function send(client: Client): Promise<SentPeople | undefined> {
  const { random, world } = client
  const attempt = crypto.randomUUID()
  const fileName = `${attempt}.pdf`
  const count = random.happens(world.liveliness) ? 2 : 1
  const [approver, ...others] = random.shuffle(NAMES)
  const isApproved = random.happens(world.liveliness / 2)
  const signers = others.slice(0, count).map((userId, index) => ({
    userId,
    ...(index === 0 && isApproved && { approvers: [{ userId: approver }] }),
  }))
  const description = { fileName, signers, order: random.pick(['parallel', 'sequential'] as const) }
  const upload = random.happens(world.liveliness / 3) ? await handOver(client) : undefined
  const people = { signers: count, approvers: isApproved ? 1 : 0 }
  const wish: Wish = { client: client.name, op: 'send', attempt, fileName, people, ...(upload && { upload }) }
  let sent: SentPeople | undefined
  await askUntilDecided(client, wish, async (signal) => {
    sent = upload
      ? await world.program.sendUploaded(attempt, { ...description, file: upload }, signal)
      : await world.program.send(attempt, description, signal)
    return sent.guid
  })
  if (!sent) await breathe()
  return sent
}

async function handOver(client: Client): Promise<string | undefined> {
  const attempt = crypto.randomUUID()
  const wish: Wish = { client: client.name, op: 'upload', attempt }
  return (await askUntilDecided(client, wish, (signal) => client.world.program.upload(attempt, signal))).made
}

async function approve(client: Client, approver: { readonly guid: string; readonly userId: string }): Promise<void> {
  const isAccepted = !client.random.happens(client.world.liveliness / 5)
  const op = isAccepted ? 'approve' : 'refuse'
  const wish: Wish = { client: client.name, op, subject: approver.guid, attempt: crypto.randomUUID() }
  await askUntilDecided(client, wish, async (signal) => {
    const { call } = await personOf(client, approver.userId)
    const params = { approverGuid: approver.guid }
    if (isAccepted) await call.acceptApproval({ params, signal })
    else await call.rejectApproval({ params, body: { RejectedReason: REJECTED_BY }, signal })
  })
}

const personOf = ({ world }: Client, userId: string): Promise<DemoSigner> => world.people[userId as PersonName]()

/** Reads, and then signs or rejects. */
async function decide(client: Client, signer: SentSigner): Promise<void> {
  const { random, world } = client
  if (random.happens(world.liveliness)) await read(client, signer)
  if (random.happens(world.liveliness / 6)) return reject(client, signer)
  const presses = random.happens(world.liveliness / 3) ? 2 : 1
  await Promise.all(Array.from({ length: presses }, () => sign(client, signer)))
}

async function read(client: Client, { guid, userId }: SentSigner): Promise<void> {
  const wish: Wish = { client: client.name, op: 'page', subject: guid, attempt: crypto.randomUUID() }
  await ask(client.history, wish, async (signal) => {
    const { call } = await personOf(client, userId)
    const { List } = await call.pendingDocuments({ query: { OrderBy: 'UploadTime', OrderType: 'des' }, signal })
    const mine = List.find(({ SignerDTO }) => SignerDTO.SignerGUID === guid)
    if (mine) await call.renderedDocument({ params: { docGuid: mine.DocGUI, page: '1' }, query: {}, signal })
  })
}

async function reject(client: Client, { guid, userId }: SentSigner): Promise<void> {
  const wish: Wish = { client: client.name, op: 'reject', subject: guid, attempt: crypto.randomUUID() }
  await askUntilDecided(client, wish, async (signal) => {
    const { call } = await personOf(client, userId)
    const body = { RejectionReason: REJECTED_BY, AccessMethod: 'USER_PASS' as const }
    await call.rejectDocument({ params: { signerGuid: guid }, body, signal })
  })
}

/** How often somebody who was refused for a reason that may pass tries anew. */
const TRIES = 20
/** What the server says when it is not about this person or document. */
const MAY_PASS = /^(?:TIMESTAMP|TSA|PROVIDER|TEMPORARILY|INTERNAL)/

async function sign(client: Client, signer: SentSigner): Promise<void> {
  const batch = client.random.happens(client.world.liveliness / 2) ? await openBatch(client, signer) : undefined
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await attemptToSign(client, signer, batch)
    if (isDone(answer) || isUndecided(answer) || !MAY_PASS.test(answer.code ?? '')) return
    if (client.isHopeless()) return
    await breathe()
  }
}

async function openBatch(client: Client, { guid, userId }: SentSigner): Promise<string | undefined> {
  const wish: Wish = { client: client.name, op: 'batch', subject: guid, attempt: crypto.randomUUID() }
  return (
    await ask(client.history, wish, async (signal) => {
      const { call, certificateId } = await personOf(client, userId)
      return (await call.prepareBatch({ body: { CertGUID: certificateId, SignerGUIDs: [guid] }, signal })).BatchId
    })
  ).made
}

async function attemptToSign(client: Client, { guid, userId }: SentSigner, batch?: string): Promise<Answer> {
  const attempt = crypto.randomUUID()
  const wish: Wish = { client: client.name, op: 'sign', subject: guid, attempt }
  return askUntilDecided(client, wish, async (signal) => {
    const { call, certificateId: CertGUID, pin: PIN } = await personOf(client, userId)
    await call.sign({
      params: { type: 'keyvault', signerGuid: guid },
      body: { CertGUID, PIN, AccessMethod: 'USER_PASS', ...(batch && { BatchId: batch }) },
      headers: { 'idempotency-key': attempt },
      signal,
    })
  })
}
