import { randomUUID } from 'node:crypto'
import { DEFAULT_THEME, type ReminderPolicy, type Theme } from '@rubrica/domain'
import type { CodesTell } from '@rubrica/domain/verification-code'
import { OperatorError } from './operator-error.ts'
import type { OperatorPorts, OperatorStore, Subscription } from './ports.ts'

const COLOR = /^#[0-9a-f]{6}$/i
/** Bytes: of the file, and of the picture that is made of it, which comes with every log-in. */
const MAX_FILE = 10 * 1024 * 1024
const MAX_LOGO = 380 * 1024
const PNG_START = Buffer.of(0x89, 0x50, 0x4e, 0x47)

export interface SubscriptionWish extends Partial<Theme> {
  readonly name: string
  /** A file: PNG or JPEG. */
  readonly logo?: Uint8Array
  /** Off unless it is given. */
  readonly allowsGuests?: boolean
  /** Off unless it is given. */
  readonly allowsAccounts?: boolean
  /** Off unless it is given. */
  readonly demandsFactor?: boolean
  /** Off unless it is given. */
  readonly demandsMandate?: boolean
  /** As the installation says unless it is given. */
  readonly verification?: CodesTell | null
  /** As is usual unless it is given. */
  readonly reminders?: ReminderPolicy | null
}

/**
 * @throws {OperatorError} NAME_TAKEN, USER_UNKNOWN, COLOR_INVALID, VALUE_INVALID @throws {PortalError} SIGNATURE_IMAGE_INVALID for
 * the logo
 */
export async function addSubscription(ports: OperatorPorts, wish: SubscriptionWish): Promise<Subscription> {
  const { name, logo: file, allowsGuests = false, allowsAccounts = false, ...further } = wish
  const { demandsFactor = false, demandsMandate = false, verification = null, reminders = null, ...colors } = further
  const theme = { ...DEFAULT_THEME, ...checkColors(colors) }
  if (name.trim() === '') throw new OperatorError('VALUE_INVALID', 'A subscription needs a name.')
  const logo = file ? await toLogo(ports, file) : null
  await requireNamed(ports, reminders)
  const settings = { allowsGuests, allowsAccounts, demandsFactor, demandsMandate, verification, reminders }
  const subscription = { id: randomUUID(), name: name.trim(), logo, ...settings, ...theme }
  if (await ports.store.addSubscription(subscription, ports.now())) return subscription
  throw new OperatorError('NAME_TAKEN', `There is already a subscription called "${subscription.name}".`)
}

/** Whoever is to be told of reminders that nobody answers is a user. */
async function requireNamed({ store }: OperatorPorts, reminders: ReminderPolicy | null | undefined): Promise<void> {
  const name = reminders?.escalateTo
  if (name !== undefined && !(await store.findUser(name)))
    throw new OperatorError('USER_UNKNOWN', `There is no user "${name}".`)
}

/** The colours that are given, each of them checked. @throws {OperatorError} COLOR_INVALID */
function checkColors(colors: Partial<Theme>): Partial<Theme> {
  const given = withoutUndefined(colors)
  for (const color of Object.values(given)) {
    if (!COLOR.test(color))
      throw new OperatorError('COLOR_INVALID', `A colour is written like #00bf71, not "${color}".`)
  }
  return given
}

export interface ThemeWish extends Partial<Theme> {
  /** Of the subscription. */
  readonly name: string
  /** A file: PNG or JPEG; null takes the logo away. */
  readonly logo?: Uint8Array | null
  readonly allowsGuests?: boolean
  readonly allowsAccounts?: boolean
  readonly demandsFactor?: boolean
  readonly demandsMandate?: boolean
  /** Null: as the installation says. */
  readonly verification?: CodesTell | null
  /** Null: as is usual. */
  readonly reminders?: ReminderPolicy | null
}

/**
 * Changes what is given of a subscription, all at once, and leaves the rest as it is.
 * @throws {OperatorError} SUBSCRIPTION_UNKNOWN, USER_UNKNOWN, COLOR_INVALID, VALUE_INVALID when nothing is given or the logo is too
 * large
 * @throws {PortalError} SIGNATURE_IMAGE_INVALID for the logo
 */
export async function setTheme(
  ports: OperatorPorts,
  { name, logo: file, verification, reminders, ...further }: ThemeWish,
): Promise<Subscription> {
  const { allowsGuests, allowsAccounts, demandsFactor, demandsMandate, ...wish } = further
  const [subscription] = await chooseSubscriptions(ports.store, [name])
  const colors = checkColors(wish)
  await requireNamed(ports, reminders)
  const change = {
    ...colors,
    ...(file !== undefined && { logo: file && (await toLogo(ports, file)) }),
    ...withoutUndefined({ allowsGuests, allowsAccounts, demandsFactor, demandsMandate, verification, reminders }),
  }
  if (Object.keys(change).length === 0)
    throw new OperatorError('VALUE_INVALID', 'Say which colour, logo or setting to change.')
  const changed = await ports.store.setTheme(subscription!.id, change)
  if (changed) return changed
  throw new OperatorError('SUBSCRIPTION_UNKNOWN', `There is no subscription called "${name}" any more.`)
}

/** A data address of the picture made anew: nothing else of the file reaches a browser. */
async function toLogo({ redrawLogo }: OperatorPorts, file: Uint8Array): Promise<string> {
  if (file.length > MAX_FILE) throw new OperatorError('VALUE_INVALID', 'The file of a logo has at most 10 MB.')
  const picture = Buffer.from(await redrawLogo(file))
  if (picture.length > MAX_LOGO) {
    throw new OperatorError('VALUE_INVALID', 'The logo is too detailed: 480 by 240 pixels of it take over 380 kB.')
  }
  const type = picture.subarray(0, PNG_START.length).equals(PNG_START) ? 'png' : 'jpeg'
  return `data:image/${type};base64,${picture.toString('base64')}`
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
    const found =
      all.find((subscription) => subscription.name === name) ??
      all.find((subscription) => subscription.name.toLowerCase() === name.toLowerCase())
    if (!found) throw new OperatorError('SUBSCRIPTION_UNKNOWN', `There is no subscription called "${name}".`)
    return found
  })
}
