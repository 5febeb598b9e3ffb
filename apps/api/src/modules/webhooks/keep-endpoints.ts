/** What the owner of an address does with it: says what it hears of, looks at what was sent, and has it sent again. */
import { randomUUID } from 'node:crypto'
import { invalidFields, PortalError, webhookBody } from '@rubrica/domain'
import { keyedRequest } from '../keyed-requests.ts'
import { ownerOf } from '../owner.ts'
import { keptUntil, runOnce, type RunOnce } from '../run-once.ts'
import type { Watcher } from '../sending/ports.ts'
import type {
  Endpoint,
  EndpointChange,
  EndpointStore,
  EndpointWish,
  MayBeTold,
  MessageItem,
  MessageQuery,
  ReplayWish,
  SignatureScheme,
  ToldMessage,
} from './ports.ts'
import { newSecret, verifierOf } from './sign-message.ts'

/** Of one owner. */
const MOST_ENDPOINTS = 20
/** How long messages are signed with the former secret, too. */
const ROTATION_MS = 24 * 60 * 60_000

export interface EndpointPorts extends RunOnce {
  readonly endpoints: EndpointStore
  readonly mayBeTold: MayBeTold
}

interface Asked {
  readonly watcher: Watcher
  readonly idempotencyKey: string | undefined
}

interface AskedOf extends Asked {
  readonly id: string
}

/** With what the receiver verifies messages. */
export interface Verifier {
  readonly signing: SignatureScheme
  readonly secret: string
}

/**
 * @returns with what its messages are verified
 * @throws {PortalError} VALIDATION_FAILED for an address that nothing is sent to, TOO_MANY_WEBHOOKS,
 *   IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE
 */
export function createEndpoint(
  ports: EndpointPorts,
  asked: Asked & { readonly wish: EndpointWish; readonly signing: SignatureScheme },
): Promise<Endpoint & Verifier> {
  const { watcher, wish, signing } = asked
  return runOnce(ports, keyedRequest(asked, 'POST /v1/webhooks', { ...wish, signing }), {
    act: async (lease) => {
      requireWish(ports, watcher, wish)
      const [id, at] = [randomUUID(), ports.now()]
      const end = lease && { lease, answer: { id }, until: keptUntil(at) }
      const endpoint = { ...wish, id, signing, owner: ownerOf(watcher), secret: newSecret(), at, end }
      if (!(await ports.endpoints.insert(endpoint, MOST_ENDPOINTS))) {
        throw new PortalError('TOO_MANY_WEBHOOKS', `You have ${MOST_ENDPOINTS} webhooks. Delete one first.`, {
          facts: { Limit: MOST_ENDPOINTS },
        })
      }
      return showWithVerifier(ports, watcher, id)
    },
    replay: (kept) => showWithVerifier(ports, watcher, (kept as { id: string }).id),
  })
}

/** @throws {PortalError} VALIDATION_FAILED */
function requireWish({ mayBeTold }: EndpointPorts, watcher: Watcher, wish: Partial<EndpointWish>): void {
  if (wish.url !== undefined) requireAddress(mayBeTold, wish.url)
  if (wish.documents === 'all' && !watcher.seesEverything) {
    throw wrong('documents', 'is "all" only for who sees everything that is sent from the subscription')
  }
}

/** As far as the address alone tells; where its name leads is looked at with each message. */
export function requireAddress(mayBeTold: MayBeTold, url: string, field = 'url'): void {
  if (!mayBeTold(url)) throw wrong(field, 'is no https address without a password')
}

const wrong = (field: string, problem: string) =>
  invalidFields([{ root: 'body', path: [field], code: 'INVALID', problem }])

const notFound = () => new PortalError('WEBHOOK_NOT_FOUND', 'There is no such webhook among yours.')

export const listEndpoints = (
  { endpoints }: Pick<EndpointPorts, 'endpoints'>,
  watcher: Watcher,
): Promise<readonly Endpoint[]> => endpoints.list(ownerOf(watcher))

/** @throws {PortalError} WEBHOOK_NOT_FOUND, also for somebody else's */
export async function showEndpoint(
  { endpoints }: Pick<EndpointPorts, 'endpoints'>,
  watcher: Watcher,
  id: string,
): Promise<Endpoint> {
  const endpoint = await endpoints.find({ owner: ownerOf(watcher), id })
  if (!endpoint) throw notFound()
  return endpoint
}

/** @throws {PortalError} WEBHOOK_NOT_FOUND */
export async function showVerifier(
  { endpoints }: Pick<EndpointPorts, 'endpoints'>,
  watcher: Watcher,
  id: string,
): Promise<Verifier> {
  const { signing } = await showEndpoint({ endpoints }, watcher, id)
  const secret = await endpoints.secretOf({ owner: ownerOf(watcher), id })
  if (!secret) throw notFound()
  return { signing, secret: verifierOf(signing, secret) }
}

const showWithVerifier = async (ports: EndpointPorts, watcher: Watcher, id: string) => ({
  ...(await showEndpoint(ports, watcher, id)),
  ...(await showVerifier(ports, watcher, id)),
})

interface ChangeWish {
  readonly watcher: Watcher
  readonly id: string
  readonly change: EndpointChange
  /** Throws PortalError PRECONDITION_FAILED for a version that the caller has not seen. */
  readonly require: (version: number | undefined) => void
}

/**
 * Changes what it hears of, or switches it on or off. The address of a callback is what a send has named.
 * @throws {PortalError} WEBHOOK_NOT_FOUND, VALIDATION_FAILED, PRECONDITION_FAILED
 */
export async function changeEndpoint(
  ports: EndpointPorts,
  { watcher, id, change, require }: ChangeWish,
): Promise<Endpoint> {
  const endpoint = await showEndpoint(ports, watcher, id)
  require(endpoint.version)
  if (endpoint.kind === 'callback' && (change.url !== undefined || change.documents === 'all')) {
    throw wrong('url', 'is what a send has named, and hears of those documents alone')
  }
  requireWish(ports, watcher, change)
  const isChanged = await ports.endpoints.change({ owner: ownerOf(watcher), id }, endpoint.version, change)
  if (!isChanged) require(undefined)
  return showEndpoint(ports, watcher, id)
}

/** Nothing is sent any more, and what was is forgotten. @throws {PortalError} WEBHOOK_NOT_FOUND */
export async function deleteEndpoint(
  { endpoints }: Pick<EndpointPorts, 'endpoints'>,
  watcher: Watcher,
  id: string,
): Promise<void> {
  if (!(await endpoints.remove({ owner: ownerOf(watcher), id }))) throw notFound()
}

/**
 * Gives it another secret. For a day messages are signed with the former one, too.
 * @throws {PortalError} WEBHOOK_NOT_FOUND, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE
 */
export function rotateSecret(ports: EndpointPorts, asked: AskedOf): Promise<Endpoint & Verifier> {
  const { watcher, id } = asked
  return runOnce(ports, keyedRequest(asked, 'POST /v1/webhooks/rotated', { id }), {
    act: async (lease) => {
      const at = ports.now()
      const end = lease && { lease, answer: { id }, until: keptUntil(at) }
      const rotation = { secret: newSecret(), formerUntil: new Date(at.getTime() + ROTATION_MS), end }
      if (!(await ports.endpoints.rotate({ owner: ownerOf(watcher), id }, rotation))) throw notFound()
      return showWithVerifier(ports, watcher, id)
    },
    replay: () => showWithVerifier(ports, watcher, id),
  })
}

const notOn = (state: Endpoint['state']) =>
  new PortalError('WEBHOOK_NOT_ON', 'Nothing is sent to this webhook. Switch it on first.', { facts: { State: state } })

/**
 * Sends a message that tells nothing but that messages arrive.
 * @returns its id
 * @throws {PortalError} WEBHOOK_NOT_FOUND, WEBHOOK_NOT_ON, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE
 */
export function sendTest(ports: EndpointPorts, asked: AskedOf): Promise<ToldMessage> {
  const { watcher, id } = asked
  const name = { owner: ownerOf(watcher), id }
  const show = (messageId: string) => showMessage(ports, { watcher, id, messageId })
  return runOnce(ports, keyedRequest(asked, 'POST /v1/webhooks/tests', { id }), {
    act: async (lease) => {
      const [messageId, at] = [randomUUID(), ports.now()]
      const end = lease && { lease, answer: { messageId }, until: keptUntil(at) }
      if (
        !(await ports.endpoints.addTest(name, { id: messageId, body: webhookBody('webhook.test', at, {}), at, end }))
      ) {
        throw notOn((await showEndpoint(ports, watcher, id)).state)
      }
      return show(messageId)
    },
    replay: (kept) => show((kept as { messageId: string }).messageId),
  })
}

/** @throws {PortalError} WEBHOOK_NOT_FOUND */
export async function listMessages(
  ports: EndpointPorts,
  { watcher, id, ...query }: { readonly watcher: Watcher; readonly id: string } & MessageQuery,
): Promise<readonly MessageItem[]> {
  await showEndpoint(ports, watcher, id)
  return ports.endpoints.messages({ owner: ownerOf(watcher), id }, query)
}

/** @throws {PortalError} WEBHOOK_NOT_FOUND */
export async function showMessage(
  { endpoints }: Pick<EndpointPorts, 'endpoints'>,
  { watcher, id, messageId }: { readonly watcher: Watcher; readonly id: string; readonly messageId: string },
): Promise<ToldMessage> {
  const message = await endpoints.message({ owner: ownerOf(watcher), id }, messageId)
  if (!message) throw notFound()
  return message
}

/**
 * Sends messages once more, with the ids and bodies that they had, signed with the secret of now.
 * @returns how many
 * @throws {PortalError} WEBHOOK_NOT_FOUND, WEBHOOK_NOT_ON, IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE
 */
export function replayMessages(
  ports: EndpointPorts,
  asked: AskedOf & { readonly wish: Omit<ReplayWish, 'at' | 'end'> },
): Promise<{ readonly count: number }> {
  const { watcher, id, wish } = asked
  return runOnce(ports, keyedRequest(asked, 'POST /v1/webhooks/replays', { id, ...wish }), {
    act: async (lease) => {
      const { state } = await showEndpoint(ports, watcher, id)
      if (state !== 'on') throw notOn(state)
      const at = ports.now()
      const end = lease && ((count: number) => ({ lease, answer: { count }, until: keptUntil(at) }))
      return { count: await ports.endpoints.replay({ owner: ownerOf(watcher), id }, { ...wish, at, end }) }
    },
    replay: (kept) => Promise.resolve(kept as { count: number }),
  })
}
