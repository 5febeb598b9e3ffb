import { KEY_SCOPES } from '@rubrica/domain'
import { generateClientSecret } from './generate-secret.ts'
import { chooseSubscriptions } from './manage-subscriptions.ts'
import { OperatorError } from './operator-error.ts'
import type { ClientChange, OperatorPorts } from './ports.ts'

/** What a program may be allowed: documents, all of it or parts; to log people in; to have people sign for it. */
const CLIENT_SCOPES = ['documents', ...KEY_SCOPES, 'login', 'csc'] as const

export interface ClientWish {
  readonly id: string
  readonly name?: string
  readonly subscription?: string
  readonly redirectUris: readonly string[]
  readonly returnUrls: readonly string[]
  /** Pages that may show the document of a signing link in a frame; none by default. */
  readonly frameOrigins?: readonly string[]
  /** Names of what it may do; none for sending documents only. */
  readonly scopes: readonly string[]
}

const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/

/**
 * Registers a program. @returns its secret, which is kept only as a hash: it cannot be shown again.
 * @throws {OperatorError} VALUE_INVALID, ADDRESS_INVALID, NAME_TAKEN, SUBSCRIPTION_…
 */
export async function addClient(ports: OperatorPorts, wish: ClientWish): Promise<{ id: string; secret: string }> {
  if (!CLIENT_ID.test(wish.id)) {
    throw new OperatorError('VALUE_INVALID', 'A client id has 2 to 64 letters, digits, dots, dashes or underscores.')
  }
  for (const address of [...wish.redirectUris, ...wish.returnUrls]) checkAddress(address)
  const frameOrigins = (wish.frameOrigins ?? []).map(originOf)
  const scopes = chooseScopes(wish.scopes)
  const names = wish.subscription === undefined ? [] : [wish.subscription]
  const [subscription] = await chooseSubscriptions(ports.store, names)
  const secret = generateClientSecret()
  const added = await ports.store.addClient({
    id: wish.id,
    subscriptionId: subscription!.id,
    name: wish.name ?? wish.id,
    secretHash: ports.hashClientSecret(secret),
    redirectUris: wish.redirectUris,
    returnUrls: wish.returnUrls,
    frameOrigins,
    scopes,
    at: ports.now(),
  })
  if (!added) throw new OperatorError('NAME_TAKEN', `There is already a client "${wish.id}".`)
  return { id: wish.id, secret }
}

/**
 * Changes where a program may lead people back to, or whose pages may frame the document of a signing link. A list that
 * is named takes the place of the one before; an empty one clears it.
 * @throws {OperatorError} CLIENT_UNKNOWN, ADDRESS_INVALID
 */
export async function changeClient({ store }: OperatorPorts, id: string, change: ClientChange): Promise<void> {
  for (const address of change.returnUrls ?? []) checkAddress(address)
  const frameOrigins = change.frameOrigins?.map(originOf)
  const isThere = await store.changeClient(id, {
    ...(change.returnUrls && { returnUrls: change.returnUrls }),
    ...(frameOrigins && { frameOrigins }),
  })
  if (!isThere) throw new OperatorError('CLIENT_UNKNOWN', `There is no client "${id}".`)
}

/** Scheme, host and port alone, as a content security policy and a message from window to window take it. */
function originOf(address: string): string {
  checkAddress(address)
  const { origin, pathname, search } = new URL(address)
  if (pathname === '/' && search === '') return origin
  throw new OperatorError('ADDRESS_INVALID', `"${address}" is more than an origin, such as https://erp.example.org.`)
}

function chooseScopes(wished: readonly string[]): readonly string[] {
  const unknown = wished.find((scope) => !(CLIENT_SCOPES as readonly string[]).includes(scope))
  if (unknown !== undefined) {
    throw new OperatorError('VALUE_INVALID', `"${unknown}" is no scope; there are ${CLIENT_SCOPES.join(', ')}.`)
  }
  // In one order, since a program that names no scope for a token gets its first.
  return wished.length === 0 ? ['documents'] : CLIENT_SCOPES.filter((scope) => wished.includes(scope))
}

/** An address that people are sent to is compared as a whole later, so it must be exact: https, or this machine. */
function checkAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url && (url.protocol === 'https:' || isLocal) && url.username === '' && url.hash === '') return
  throw new OperatorError('ADDRESS_INVALID', `"${address}" is no https address without user and fragment.`)
}
