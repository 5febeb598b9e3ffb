import { randomUUID } from 'node:crypto'
import { DEFAULT_THEME, type Theme } from '@rubrica/domain'
import { OperatorError } from './operator-error.ts'
import type { OperatorPorts, OperatorStore, Subscription } from './ports.ts'

const COLOR = /^#[0-9a-f]{6}$/i
const LOGO = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+$/
const MAX_LOGO = 512 * 1024

export interface SubscriptionWish extends Partial<Theme> {
  readonly name: string
  readonly logo?: string
}

/** @throws {OperatorError} NAME_TAKEN, COLOR_INVALID, VALUE_INVALID */
export async function addSubscription(ports: OperatorPorts, wish: SubscriptionWish): Promise<Subscription> {
  const { name, logo = null, ...colors } = wish
  const theme = { ...DEFAULT_THEME, ...withoutUndefined(colors) }
  for (const color of Object.values(theme)) {
    if (!COLOR.test(color))
      throw new OperatorError('COLOR_INVALID', `A colour is written like #00bf71, not "${color}".`)
  }
  if (name.trim() === '') throw new OperatorError('VALUE_INVALID', 'A subscription needs a name.')
  if (logo !== null && (!LOGO.test(logo) || logo.length > MAX_LOGO)) {
    throw new OperatorError('VALUE_INVALID', 'A logo is a PNG or JPEG file of at most 380 kB.')
  }
  const subscription = { id: randomUUID(), name: name.trim(), logo, ...theme }
  if (await ports.store.addSubscription(subscription, ports.now())) return subscription
  throw new OperatorError('NAME_TAKEN', `There is already a subscription called "${subscription.name}".`)
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>

/**
 * The subscriptions that an operator names; without a name the only one there is.
 * @throws {OperatorError} SUBSCRIPTION_UNKNOWN, SUBSCRIPTION_NEEDED
 */
export async function chooseSubscriptions(store: OperatorStore, names: readonly string[]): Promise<Subscription[]> {
  const all = await store.subscriptions()
  if (names.length === 0) {
    if (all.length === 1) return [all[0]!]
    const sentence =
      all.length === 0
        ? 'There is no subscription yet; "rubrica subscription add NAME" makes one.'
        : 'There are several subscriptions; say which one with --subscription NAME.'
    throw new OperatorError('SUBSCRIPTION_NEEDED', sentence)
  }
  return names.map((name) => {
    const found = all.find((subscription) => subscription.name.toLowerCase() === name.toLowerCase())
    if (!found) throw new OperatorError('SUBSCRIPTION_UNKNOWN', `There is no subscription called "${name}".`)
    return found
  })
}
