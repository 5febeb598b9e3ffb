import { LANGUAGES, ROLES } from '@rubrica/domain'
import type { Operator } from '../../../api/src/compose/operator.ts'
import { defineCommand, UsageError } from '../command.ts'
import { addIdentity, listIdentities, removeIdentity, type IdentityValues } from '../operator/keep-identities.ts'
import { readNewPassword } from '../operator/read-new-password.ts'
import { requireInstallation } from '../operator/require-installation.ts'
import { readWords, required } from '../operator/read-words.ts'
import type { Terminal } from '../terminal.ts'

const HELP = `Usage: rubrica user add USER --name NAME --legal-id ID --email MAIL [OPTIONS]
       rubrica user set USER --phone NUMBER | --no-phone
       rubrica user set USER --legal-id ID [--legal-id-type TYPE]
       rubrica user password USER [--password-stdin] [--must-change]
       rubrica user unlock USER
       rubrica user factor reset USER
       rubrica user grant USER [--allow TYPES] [--deny TYPES]
       rubrica user role USER [--give ROLES] [--take ROLES] [--subscription NAME]
       rubrica user identity list USER
       rubrica user identity add|remove USER --provider P --issuer I --subject S
                                             [--attribute NAME]

Adds a person who signs, says where codes are sent, sets a password, frees a
locked account and its vault keys, takes away the second factor of a person who
has lost it and ends their sessions, says which types of certificate a person may
use, what they may do besides signing, and who a person is at a provider of
log-ins.

  --name NAME            the name that documents show
  --legal-id ID          number of the identity document, unique; with "set" of an
                         account that a guest has made, which has none: it ends
                         their sessions, and they sign with certificates that
                         state it from then on
  --legal-id-type TYPE   DNI, NIE, passport ... (default DNI)
  --email MAIL           where messages go
  --phone NUMBER         where codes go, such as +34600000001
  --no-phone             codes go nowhere any more
  --language LANGUAGE    es, ca, en, de or fr; default the one in which the
                         person logs in first
  --subscription NAME    may be given several times; default the only one
  --allow TYPES          certificate types, separated by commas (default KeyVault)
  --deny TYPES           certificate types to take away
  --give ROLES           sender, template-editor, manager or admin, separated by
                         commas; nobody may send without one of the first three
  --take ROLES           roles to take away
  --password-stdin       read the password from standard input
  --provider PROVIDER    google, microsoft, wallet, oidc or saml
  --issuer ISSUER        address or entity id of the provider (google: known)
  --subject SUBJECT      how the provider calls the person; for microsoft the
                         object id
  --attribute NAME       the attribute or claim that the subject is a value of,
                         where the server goes by one (idAttribute, OIDC_ID_CLAIM)
  --must-change          the person must choose a new password at the next log-in
  --json                 print one JSON object

The password comes from standard input, from RUBRICA_PASSWORD, or is made up
and printed once. It is never an argument: those can be seen by others.

Examples
  rubrica user add ana --name "Ana Vidal" --legal-id 12345678Z --email ana@example.org
  rubrica user grant ana --allow Swisscom --deny KeyVault
  rubrica user role ana --give sender
  pass show ana | rubrica user password ana --password-stdin

Exit code: 0 done, 1 failed, 2 typed wrongly.
`

const OPTIONS = {
  name: { type: 'string' },
  'legal-id': { type: 'string' },
  'legal-id-type': { type: 'string', default: 'DNI' },
  email: { type: 'string' },
  phone: { type: 'string' },
  'no-phone': { type: 'boolean' },
  language: { type: 'string' },
  subscription: { type: 'string', multiple: true },
  allow: { type: 'string' },
  deny: { type: 'string' },
  give: { type: 'string' },
  take: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'must-change': { type: 'boolean' },
  provider: { type: 'string' },
  issuer: { type: 'string' },
  attribute: { type: 'string' },
  subject: { type: 'string' },
  json: { type: 'boolean' },
} as const

interface Values extends IdentityValues {
  readonly name?: string
  readonly 'legal-id'?: string
  readonly 'legal-id-type': string
  readonly email?: string
  readonly phone?: string
  readonly 'no-phone'?: boolean
  readonly language?: string
  readonly subscription?: string[]
  readonly allow?: string
  readonly deny?: string
  readonly give?: string
  readonly take?: string
  readonly 'password-stdin'?: boolean
  readonly 'must-change'?: boolean
  readonly json?: boolean
}

interface Work {
  readonly operator: Operator
  readonly terminal: Terminal
  readonly userId: string
  readonly values: Values
}

/** What was done: facts for a program, a sentence for a person. */
interface Outcome {
  readonly facts: object
  readonly sentence: string
}

async function add({ operator, terminal, userId, values }: Work): Promise<Outcome> {
  const [language] = readWords(values.language, LANGUAGES, '--language')
  const wish = {
    userId,
    name: required(values.name, '--name'),
    legalId: required(values['legal-id'], '--legal-id'),
    legalIdType: values['legal-id-type'],
    email: required(values.email, '--email'),
    phone: values.phone ?? null,
    language: language ?? null,
    mustResetPassword: values['must-change'] ?? false,
    certificateFlags: readWords(values.allow ?? 'KeyVault', operator.certificateFlags, '--allow'),
    subscriptions: values.subscription ?? [],
  }
  const { password, isGenerated } = await readNewPassword(operator, terminal, values['password-stdin'])
  const { id } = await operator.addUser({ ...wish, password })
  return {
    facts: { id, userId, ...(isGenerated && { password }) },
    sentence: `User ${userId} was added.${isGenerated ? ` The password is ${password}` : ''}`,
  }
}

async function set({ operator, userId, values }: Work): Promise<Outcome> {
  const legalId = values['legal-id']
  if (legalId !== undefined && values.phone === undefined && !values['no-phone']) {
    await operator.setLegalId(userId, { legalId, type: values['legal-id-type'] })
    return { facts: { userId, legalId }, sentence: `The legal id of ${userId} is ${legalId}.` }
  }
  if (legalId !== undefined) throw new UsageError('Say --legal-id or a phone, one at a time.')
  if ((values.phone === undefined) !== (values['no-phone'] === true)) {
    throw new UsageError('Say what with --phone, --no-phone or --legal-id.')
  }
  const phone = await operator.setPhone(userId, values.phone ?? null)
  return {
    facts: { userId, phone },
    sentence: phone === null ? `${userId} gets no codes any more.` : `Codes for ${userId} go to ${phone}.`,
  }
}

async function setPassword({ operator, terminal, userId, values }: Work): Promise<Outcome> {
  const { password, isGenerated } = await readNewPassword(operator, terminal, values['password-stdin'])
  await operator.setPassword(userId, { password, mustReset: values['must-change'] ?? false })
  return {
    facts: { userId, ...(isGenerated && { password }) },
    sentence: `The password of ${userId} was set.${isGenerated ? ` It is ${password}` : ''}`,
  }
}

async function unlock({ operator, userId }: Work): Promise<Outcome> {
  const keys = await operator.unlockUser(userId)
  return { facts: { userId, keys }, sentence: `${userId} may log in again; ${keys} keys of the vault were freed.` }
}

async function resetFactors({ operator, userId }: Work): Promise<Outcome> {
  const factors = await operator.resetFactors(userId)
  const sentence = `${factors} factors of ${userId} were taken away, and their sessions ended. Where one is asked for, they set up another one at the next log-in.`
  return { facts: { userId, factors }, sentence }
}

async function grant({ operator, userId, values }: Work): Promise<Outcome> {
  const change = {
    grant: readWords(values.allow, operator.certificateFlags, '--allow'),
    revoke: readWords(values.deny, operator.certificateFlags, '--deny'),
  }
  if (change.grant.length + change.revoke.length === 0) throw new UsageError('Say what with --allow or --deny.')
  const types = await operator.grantCertificateTypes(userId, change)
  return { facts: { userId, types }, sentence: `${userId} may use: ${types.join(', ') || 'nothing'}.` }
}

async function changeRoles({ operator, userId, values }: Work): Promise<Outcome> {
  const [subscription, ...others] = values.subscription ?? []
  if (others.length > 0) throw new UsageError('Roles are of one subscription: give --subscription once.')
  const change = { give: readWords(values.give, ROLES, '--give'), take: readWords(values.take, ROLES, '--take') }
  if (change.give.length + change.take.length === 0) throw new UsageError('Say what with --give or --take.')
  const roles = await operator.changeRoles(userId, { subscription, ...change })
  return { facts: { userId, roles }, sentence: `${userId} is: ${roles.join(', ') || 'a member, who signs'}.` }
}

const VERBS: Readonly<Record<string, (work: Work) => Promise<Outcome>>> = {
  add,
  set,
  password: setPassword,
  unlock,
  'factor reset': resetFactors,
  grant,
  role: changeRoles,
  'identity list': listIdentities,
  'identity add': addIdentity,
  'identity remove': removeIdentity,
}

const joinVerb = ([verb, next, ...rest]: readonly string[]) =>
  verb === 'identity' || verb === 'factor' ? [`${verb} ${next}`, ...rest] : [verb, next, ...rest]

export const userCommand = defineCommand({
  name: 'user',
  summary: 'add people who sign, set phones and passwords, unlock, reset factors, grant types and roles, link log-ins',
  help: HELP,
  options: OPTIONS,
  async run({ values, positionals, terminal }) {
    const [verb, userId, ...more] = joinVerb(positionals)
    const work = verb !== undefined && Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!work || userId === undefined || more.length > 0) {
      throw new UsageError('The command is "user add|set|password|unlock|grant|role|identity USER".')
    }
    requireInstallation(terminal)
    const { composeOperator } = await import('../../../api/src/compose/operator.ts')
    await using operator = await composeOperator(terminal.env)
    const { facts, sentence } = await work({ operator, terminal, userId, values })
    terminal.out(values.json ? `${JSON.stringify({ ok: true, ...facts })}\n` : `${sentence}\n`)
    return 0
  },
})
