/** Fills an empty installation with the sandbox's demo people, their keys, and documents that wait for them. */
import { z } from 'zod'
import { PortalError } from '@rubrica/domain'
import { tellNobody } from './adapters/jobs/tell-signers.ts'
import type { PdfWorkers } from './adapters/pdf-workers/open-pdf-workers.ts'
import type { Foundation } from './compose-foundation.ts'
import { composeOperatorPorts } from './compose-operator.ts'
import { composeCertificates, composeSending } from './compose-use-cases.ts'
import { uploadCertificate } from './modules/certificates/upload-certificate.ts'
import { countDemoDocuments, demoDocuments, type DemoDocument } from './modules/demo/demo-documents.ts'
import { addClient } from './modules/operators/manage-clients.ts'
import { addSubscription } from './modules/operators/manage-subscriptions.ts'
import { addUser } from './modules/operators/manage-users.ts'
import type { OperatorPorts } from './modules/operators/ports.ts'
import { sendDocument } from './modules/sending/send-document.ts'

const SUBSCRIPTION = 'Demo'
const CLIENT = 'demo-sender'
/** The sandbox's cast. */
const PEOPLE = 3
const DAY_MS = 24 * 60 * 60 * 1000
const OPENING_TRIES = 3
const FETCH_TIMEOUT_MS = 10_000
/** Documents taken in at a time. */
const SENT_AT_ONCE = 4

const person = z.object({ id: z.string(), name: z.string(), email: z.string(), pin: z.string(), p12: z.string() })
const peopleAnswer = z.object({ people: z.array(person) })
type Person = z.output<typeof peopleAnswer>['people'][number]

interface Demo {
  readonly foundation: Foundation
  readonly workers: PdfWorkers
  readonly ports: OperatorPorts
  readonly sandboxUrl: string
  readonly password: string
}

/** Does nothing when somebody else's data is there. What a stop left half-done is completed at the next start. */
export async function seedDemo(foundation: Foundation, workers: PdfWorkers): Promise<void> {
  const { demo } = foundation.config
  if (!demo) return
  const ports = composeOperatorPorts(foundation)
  const isOurs = (await ports.store.clients()).some(({ id }) => id === CLIENT)
  if (!isOurs && (await ports.store.countUsers()) > 0) return
  const sent = isOurs ? await ports.store.countSent(CLIENT) : 0
  if (isOurs && sent >= countDemoDocuments(PEOPLE)) return
  const settings = { foundation, workers, ports, sandboxUrl: demo.sandboxUrl, password: demo.password.reveal() }
  const { people } = peopleAnswer.parse(await (await fetchFrom(settings, '/people.json')).json())
  if (!isOurs) await addTenant(ports)
  for (const [index, person] of people.entries()) await addPerson(settings, person, index)
  await sendAll(settings, demoDocuments(people.map(({ id, name }) => ({ userId: id, name }))))
}

async function fetchFrom({ sandboxUrl }: Demo, path: string): Promise<Response> {
  const answer = await fetch(new URL(path, sandboxUrl), { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`The sandbox answers ${answer.status} to ${path}; no demo data can be made.`)
  return answer
}

async function addTenant(ports: OperatorPorts): Promise<void> {
  await addSubscription(ports, { name: SUBSCRIPTION })
  await addClient(ports, {
    id: CLIENT,
    name: 'Demo sender',
    subscription: SUBSCRIPTION,
    redirectUris: [],
    returnUrls: [],
  })
}

async function addPerson(demo: Demo, person: Person, index: number): Promise<void> {
  const { ports } = demo
  if (!(await ports.store.findUser(person.id))) {
    await addUser(ports, {
      userId: person.id,
      name: person.name,
      legalId: `0000000${index}${'TRW'[index % 3]}`,
      legalIdType: 'DNI',
      email: person.email,
      language: 'ca',
      password: demo.password,
      mustResetPassword: false,
      certificateFlags: ['KeyVault'],
      subscriptions: [SUBSCRIPTION],
    })
  }
  await addKey(demo, person)
}

async function addKey(demo: Demo, person: Person): Promise<void> {
  const certificates = composeCertificates(demo.foundation)
  const { id } = (await demo.ports.store.findUser(person.id))!
  if ((await certificates.certificates.list(id)).length > 0) return
  const file = new Uint8Array(await (await fetchFrom(demo, person.p12)).arrayBuffer())
  await insist(() =>
    uploadCertificate(certificates, {
      userId: id,
      type: 'keyvault',
      file,
      filePassword: person.pin,
      alias: person.name,
      pin: person.pin,
    }),
  )
}

/** On a machine that is busy with its first start, the process that opens a key file may run out of its time. */
async function insist(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (tries === OPENING_TRIES || !(error instanceof PortalError) || error.code !== 'P12_TOO_COMPLEX') throw error
    }
  }
}

async function sendAll(demo: Demo, documents: readonly DemoDocument[]): Promise<void> {
  const queue = [...documents]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await sendOne(demo, next)
  }
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, work))
}

async function sendOne({ foundation, workers, ports }: Demo, document: DemoDocument): Promise<void> {
  const subscription = (await ports.store.subscriptions()).find(({ name }) => name === SUBSCRIPTION)!
  const at = new Date(foundation.now().getTime() - document.daysAgo * DAY_MS)
  try {
    await sendDocument(
      // Nobody wants a mailbox full of mails about documents that were there before them.
      { ...composeSending(foundation, workers, tellNobody), now: () => at },
      {
        sender: { subscriptionId: subscription.id, clientId: CLIENT },
        idempotencyKey: document.key,
        file: document.file,
        attachments: document.attachment ? [document.attachment] : [],
        order: document.order,
      },
    )
  } catch (error) {
    // Sent by an earlier release with other words: it is there, which is all that matters.
    if (!(error instanceof PortalError && error.code === 'IDEMPOTENCY_KEY_REUSED')) throw error
  }
}
