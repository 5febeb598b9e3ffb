/** Fills an empty installation with the sandbox's demo people, their keys, and documents that wait for them. */
import { z } from 'zod'
import { PortalError, type Role } from '@rubrica/domain'
import { archiveBySweep } from '../adapters/jobs/archive-later.ts'
import { notifyNobody } from '../adapters/jobs/notify-people.ts'
import type { TrustedWork } from './archiving.ts'
import type { Foundation } from './foundation.ts'
import { composeOperatorPorts } from './operator.ts'
import { composeSigning } from './signing.ts'
import { composeCertificates, composeSending } from './use-cases.ts'
import { uploadCertificate } from '../modules/certificates/upload-certificate.ts'
import { countDemoDocuments, demoDocuments, type DemoDocument } from '../modules/demo/demo-documents.ts'
import type { DemoPerson } from '../modules/demo/demo-template.ts'
import { addClient } from '../modules/operators/manage-clients.ts'
import { addSubscription } from '../modules/operators/manage-subscriptions.ts'
import { addUser, changeRoles } from '../modules/operators/manage-users.ts'
import type { OperatorPorts } from '../modules/operators/ports.ts'
import type { SentDocument } from '../modules/sending/ports.ts'
import { sendDocument } from '../modules/sending/send-document.ts'
import { signDocument, type SignDocument } from '../modules/signing/make/sign-document.ts'

const SUBSCRIPTION = 'Demo'
const CLIENT = 'demo-sender'
/** The sandbox's cast. */
const PEOPLE = 3
/** The first sees everything, the second sends; the third signs and approves only. */
const DEMO_ROLES: readonly (readonly Role[])[] = [['manager'], ['sender']]
const DAY_MS = 24 * 60 * 60 * 1000
const OPENING_TRIES = 3
const FETCH_TIMEOUT_MS = 10_000
/** Documents taken in at a time. */
const SENT_AT_ONCE = 4

const person = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  pin: z.string(),
  p12: z.string(),
})
const peopleAnswer = z.object({ people: z.array(person) })
type Person = z.output<typeof peopleAnswer>['people'][number]

/** A demo person with a key in the vault. */
interface SigningPerson extends DemoPerson {
  /** As the server knows the user. */
  readonly id: string
  readonly pin: string
}

interface Demo {
  readonly foundation: Foundation
  readonly trusted: TrustedWork
  readonly ports: OperatorPorts
  readonly sandboxUrl: string
  readonly password: string
}

/** Does nothing when somebody else's data is there. What a stop left half-done is completed at the next start. */
export async function seedDemo(foundation: Foundation, trusted: TrustedWork): Promise<void> {
  const { demo } = foundation.config
  if (!demo) return
  const ports = composeOperatorPorts(foundation)
  const isOurs = (await ports.store.clients()).some(({ id }) => id === CLIENT)
  if (!isOurs && (await ports.store.countUsers()) > 0) return
  const sent = isOurs ? await ports.store.countSent(CLIENT) : 0
  if (isOurs && sent >= countDemoDocuments(PEOPLE)) return
  const settings = { foundation, trusted, ports, sandboxUrl: demo.sandboxUrl, password: demo.password.reveal() }
  const { people } = peopleAnswer.parse(await (await fetchFrom(settings, '/people.json')).json())
  if (!isOurs) await addTenant(ports)
  const cast: SigningPerson[] = []
  for (const [index, person] of people.entries()) cast.push(await addPerson(settings, person, index))
  await sendAll(settings, cast)
}

async function fetchFrom({ sandboxUrl }: Demo, path: string): Promise<Response> {
  const answer = await fetch(new URL(path, sandboxUrl), { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`The sandbox answers ${answer.status} to ${path}; no demo data can be made.`)
  return answer
}

async function addTenant(ports: OperatorPorts): Promise<void> {
  await addSubscription(ports, { name: SUBSCRIPTION, allowsGuests: true })
  await addClient(ports, {
    id: CLIENT,
    name: 'Demo sender',
    subscription: SUBSCRIPTION,
    redirectUris: [],
    returnUrls: [],
    scopes: ['documents'],
  })
}

async function addPerson(demo: Demo, person: Person, index: number): Promise<SigningPerson> {
  const { ports } = demo
  if (!(await ports.store.findUser(person.id))) {
    await addUser(ports, {
      userId: person.id,
      name: person.name,
      legalId: `0000000${index}${'TRW'[index % 3]}`,
      legalIdType: 'DNI',
      email: person.email,
      phone: person.phone ?? `+3460000000${index + 1}`,
      // The address of the person who tries it out.
      language: null,
      password: demo.password,
      mustResetPassword: false,
      // Whatever this server knows how to sign with, and the application on their PC.
      certificateFlags: [...demo.foundation.providers.all().map(({ manifest }) => manifest.flag), 'Local'],
      subscriptions: [SUBSCRIPTION],
    })
  }
  const { id } = (await ports.store.findUser(person.id))!
  const roles = DEMO_ROLES[index]
  if (roles) await changeRoles(ports, person.id, { subscription: SUBSCRIPTION, give: roles, take: [] })
  const certificateId = await addKey(demo, person, id)
  return { id, userId: person.id, name: person.name, pin: person.pin, certificateId }
}

/** @returns the id of the person's certificate */
async function addKey(demo: Demo, person: Person, id: string): Promise<string> {
  const certificates = composeCertificates(demo.foundation)
  const [present] = await certificates.certificates.list(id)
  if (present) return present.id
  const file = new Uint8Array(await (await fetchFrom(demo, person.p12)).arrayBuffer())
  const added = await insist(() =>
    uploadCertificate(certificates, {
      userId: id,
      type: 'keyvault',
      file,
      filePassword: person.pin,
      alias: person.name,
      pin: person.pin,
      dynamicPin: false,
    }),
  )
  return added.id
}

/** On a machine that is busy with its first start, the process that opens a key file may run out of its time. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === OPENING_TRIES || !(error instanceof PortalError) || error.code !== 'P12_TOO_SLOW') throw error
    }
  }
}

async function sendAll(demo: Demo, cast: readonly SigningPerson[]): Promise<void> {
  const { foundation, trusted, ports } = demo
  const subscription = (await ports.store.subscriptions()).find(({ name }) => name === SUBSCRIPTION)!
  // A failpoint is for what the server does once it serves.
  const quiet = { ...foundation, config: { ...foundation.config, failpoint: undefined } }
  const desk = {
    ...demo,
    subscriptionId: subscription.id,
    // Long-term forms are left to the server, which looks for what is due as soon as it is up.
    signing: composeSigning(quiet, trusted, { notify: notifyNobody, archiveLater: archiveBySweep }),
  }
  const queue = demoDocuments(cast)
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const sent = await sendOne(desk, next)
      const signer = cast.find(({ userId }) => userId === next?.signedBy?.userId)
      if (sent && signer) await signOne(desk, sent, signer)
    }
  }
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, work))
}

interface DemoDesk extends Demo {
  readonly subscriptionId: string
  readonly signing: SignDocument
}

async function sendOne(desk: DemoDesk, document: DemoDocument): Promise<SentDocument | undefined> {
  const { foundation, trusted, subscriptionId } = desk
  const at = new Date(foundation.now().getTime() - document.daysAgo * DAY_MS)
  try {
    return await sendDocument(
      // Nobody wants a mailbox full of mails about documents that were there before them.
      { ...composeSending(foundation, trusted.workers, notifyNobody), now: () => at },
      {
        sender: { subscriptionId, clientId: CLIENT, userId: null },
        idempotencyKey: document.key,
        file: document.file,
        attachments: document.attachments,
        order: document.order,
      },
    )
  } catch (error) {
    // Sent by an earlier release with other words: it is there, which is all that matters.
    if (!(error instanceof PortalError && error.code === 'IDEMPOTENCY_KEY_REUSED')) throw error
    return undefined
  }
}

/** A demonstration without this signature is still one, so that whatever is missing for it stops nothing. */
async function signOne({ foundation, signing }: DemoDesk, sent: SentDocument, person: SigningPerson): Promise<void> {
  const signer = sent.signers.find(({ userId, state }) => userId === person.userId && state === 'pending')
  if (!signer) return
  await signDocument(signing, {
    userId: person.id,
    signerId: signer.id,
    type: 'keyvault',
    certificateId: person.certificateId,
    inputs: { pin: person.pin },
    accessMethod: 'USER_PASS',
  }).catch((err: unknown) => foundation.log.warn({ err }, 'A document of the demonstration was not signed.'))
}
