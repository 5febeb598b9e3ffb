import type { Operator } from '../../../api/src/compose/operator.ts'
import { UsageError } from '../command.ts'
import { readWords, required } from './read-words.ts'

const PROVIDERS = ['google', 'microsoft', 'wallet', 'oidc', 'saml'] as const
const GOOGLE = 'https://accounts.google.com'

export interface IdentityValues {
  readonly provider?: string
  readonly issuer?: string
  readonly attribute?: string
  readonly subject?: string
}

interface IdentityWork {
  readonly operator: Operator
  readonly userId: string
  readonly values: IdentityValues
}

export async function listIdentities({ operator, userId }: IdentityWork) {
  const identities = await operator.listIdentities(userId)
  const lines = identities.map(
    ({ provider, issuer, attribute, subject }) =>
      `${provider}  ${issuer}  ${attribute === undefined ? '' : `${attribute}=`}${subject}`,
  )
  const sentence = lines.length === 0 ? `${userId} is linked to no provider of log-ins.` : lines.join('\n')
  return { facts: { userId, identities }, sentence }
}

export async function addIdentity({ operator, userId, values }: IdentityWork) {
  const identity = readIdentity(values)
  await operator.addIdentity(userId, identity)
  return { facts: { userId, ...identity }, sentence: `${userId} may log in as ${identity.subject}.` }
}

export async function removeIdentity({ operator, userId, values }: IdentityWork) {
  const identity = readIdentity(values)
  await operator.removeIdentity(userId, identity)
  return { facts: { userId, ...identity }, sentence: `${userId} may not log in as ${identity.subject} any more.` }
}

function readIdentity({ provider, issuer, attribute, subject }: IdentityValues) {
  const [name, ...more] = readWords(required(provider, '--provider'), PROVIDERS, '--provider')
  if (name === undefined || more.length > 0) throw new UsageError('Say one provider with --provider.')
  const known = issuer ?? (name === 'google' ? GOOGLE : undefined)
  return {
    provider: name,
    issuer: required(known, '--issuer'),
    ...(attribute !== undefined && { attribute }),
    subject: required(subject, '--subject'),
  }
}
