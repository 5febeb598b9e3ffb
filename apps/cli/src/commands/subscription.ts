import { readFile } from 'node:fs/promises'
import { REMINDER_LIMITS, USUAL_REMINDERS, type ReminderPolicy } from '@rubrica/domain'
import { VERIFICATION_LEVELS, type CodesTell } from '@rubrica/domain/verification-code'
import { defineCommand, UsageError } from '../command.ts'
import { requireInstallation } from '../operator/require-installation.ts'

const HELP = `Usage: rubrica subscription add NAME [OPTIONS]
       rubrica subscription set NAME OPTIONS
       rubrica subscription list [--json]

A subscription is a tenant: its people see its colours and logo. "set" changes what is
named and leaves the rest; people see it from their next log-in.

  --primary COLOR         like #00bf71, the default
  --primary-text COLOR    text on it (default #FFFFFF)
  --secondary COLOR       buttons (default #00bf71)
  --secondary-text COLOR  text on them (default #FFFFFF)
  --logo FILE             PNG or JPEG, made anew with at most 480 by 240 pixels
  --no-logo               with "set": the portal's own logo again
  --guests                people without an account may be asked to sign
  --no-guests             they may not, which is the default; who was asked still signs
  --accounts              guests may make an account of their address, which signs as
                          they do and has no legal id until you set one
  --no-accounts           they may not, which is the default; accounts that were made stay
  --second-factor         people who log in with a password need a second factor; who has
                          none sets one up at the next log-in
  --no-second-factor      they need none, which is the default
  --mandates              who has somebody stand in for them shows a document that they
                          have signed, by which they authorise them
  --no-mandates           they may, and need not, which is the default
  --verification WHAT     what verification codes tell of its documents where the sender
                          has not chosen: compare, facts, names or download; off: there
                          are no codes; installation: as VERIFICATION_LEVEL says, which
                          is the default
  --reminders WHEN        when people are reminded by themselves of what waits for them:
                          FIRST,EVERY,MOST are working days to the first reminder and to
                          each further one, and how many there are, and after a further
                          comma the user name of who is told if nobody answers; off:
                          nobody is; usual: 3,3,5, which is the default
  --json                  print one JSON object

Examples
  rubrica subscription add "Ajuntament" --primary #7a0019 --secondary #7a0019 --logo logo.png
  rubrica subscription set "Ajuntament" --secondary #00629b

Exit code: 0 done, 1 failed, 2 typed wrongly.
`

export const subscriptionCommand = defineCommand({
  name: 'subscription',
  summary: 'add, change and list tenants with their colours and settings',
  help: HELP,
  options: {
    primary: { type: 'string' },
    'primary-text': { type: 'string' },
    secondary: { type: 'string' },
    'secondary-text': { type: 'string' },
    logo: { type: 'string' },
    'no-logo': { type: 'boolean' },
    guests: { type: 'boolean' },
    'no-guests': { type: 'boolean' },
    accounts: { type: 'boolean' },
    'no-accounts': { type: 'boolean' },
    'second-factor': { type: 'boolean' },
    'no-second-factor': { type: 'boolean' },
    mandates: { type: 'boolean' },
    'no-mandates': { type: 'boolean' },
    verification: { type: 'string' },
    reminders: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ values, positionals, terminal }) {
    const { verb, name } = readWish(positionals, values)
    const look = {
      primaryColor: values.primary,
      primaryTextColor: values['primary-text'],
      secondaryColor: values.secondary,
      secondaryTextColor: values['secondary-text'],
    }
    const settings = {
      allowsGuests: readSwitch(values, 'guests'),
      allowsAccounts: readSwitch(values, 'accounts'),
      demandsFactor: readSwitch(values, 'second-factor'),
      demandsMandate: readSwitch(values, 'mandates'),
      verification: readCodesTell(values.verification),
      reminders: readReminders(values.reminders),
    }
    const logo = values.logo === undefined ? undefined : await readFile(values.logo)
    // The first of them is what begins an installation.
    if (verb !== 'add') requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    const say = (facts: object, text: string) =>
      terminal.out(values.json ? `${JSON.stringify({ ok: true, ...facts })}\n` : text)
    if (verb === 'add') {
      const { id } = await operator.addSubscription({ name, ...look, logo, ...settings })
      say({ id, name }, `Subscription "${name}" was added.\n`)
    } else if (verb === 'set') {
      const changed = await operator.setTheme({ name, ...look, logo: values['no-logo'] ? null : logo, ...settings })
      say(withoutImage(changed), `Subscription "${changed.name}" was changed.\n`)
    } else {
      const subscriptions = (await operator.subscriptions()).map(withoutImage)
      say({ subscriptions }, subscriptions.map(line).join(''))
    }
    return 0
  },
})

interface Wish {
  readonly verb: 'add' | 'set' | 'list'
  readonly name: string
}

/** @throws {UsageError} */
function readWish(
  positionals: readonly string[],
  values: { readonly logo?: string; readonly 'no-logo'?: boolean },
): Wish {
  const [verb, name, ...more] = positionals
  const isNamed = (verb === 'add' || verb === 'set') && name !== undefined
  if (more.length > 0 || !(isNamed || (verb === 'list' && name === undefined))) {
    throw new UsageError('The command is "subscription add NAME", "subscription set NAME" or "subscription list".')
  }
  if (values['no-logo'] && (verb !== 'set' || values.logo !== undefined)) {
    throw new UsageError('--no-logo is for "subscription set", without --logo.')
  }
  return { verb, name: name ?? '' }
}

type Switch = 'guests' | 'accounts' | 'second-factor' | 'mandates'

/** Undefined where nothing is said of it. @throws {UsageError} */
function readSwitch(
  values: Readonly<Partial<Record<Switch | `no-${Switch}`, boolean>>>,
  name: Switch,
): boolean | undefined {
  const isOff = values[`no-${name}`]
  if (values[name] && isOff) throw new UsageError(`--${name} and --no-${name} exclude one another.`)
  if (values[name]) return true
  return isOff ? false : undefined
}

const TELL: readonly CodesTell[] = [...VERIFICATION_LEVELS, 'off']

/** Null: as the installation says. Undefined where nothing is said of it. @throws {UsageError} */
function readCodesTell(text: string | undefined): CodesTell | null | undefined {
  if (text === undefined) return undefined
  if (text === 'installation') return null
  const found = TELL.find((one) => one === text)
  if (found) return found
  throw new UsageError(`--verification is one of ${TELL.join(', ')}, installation.`)
}

/** Null: as is usual. Undefined where nothing is said of it. @throws {UsageError} */
function readReminders(text: string | undefined): ReminderPolicy | null | undefined {
  if (text === undefined) return undefined
  if (text === 'usual') return null
  if (text === 'off') return { ...USUAL_REMINDERS, most: 0 }
  const [, numbers = '', escalateTo] = /^(\d{1,2},\d{1,2},\d{1,2})(?:,(\S+))?$/.exec(text) ?? []
  const [first, every, most] = numbers.split(',').map(Number)
  const isDays = (days = 0) => days >= 1 && days <= REMINDER_LIMITS.days
  if (isDays(first) && isDays(every) && most! <= REMINDER_LIMITS.most) {
    return { first: first!, every: every!, most: most!, ...(escalateTo && { escalateTo }) }
  }
  const { days, most: atMost } = REMINDER_LIMITS
  throw new UsageError(
    `--reminders is off, usual, or like 3,3,5 or 3,3,5,boss: twice 1 to ${days} working days, at most ${atMost} reminders, and who is told after them.`,
  )
}

interface Listed {
  readonly name: string
  readonly primaryColor: string
  readonly secondaryColor: string
}

/** The picture itself would fill the screen. */
const withoutImage = <S extends Listed & { readonly logo: string | null }>({ logo, ...facts }: S) => ({
  ...facts,
  hasLogo: logo !== null,
})

const line = ({ name, primaryColor, secondaryColor }: Listed) => `${name}\t${primaryColor}\t${secondaryColor}\n`
