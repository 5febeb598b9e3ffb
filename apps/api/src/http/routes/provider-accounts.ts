import { PortalError } from '@rubrica/domain'
import { linkAccount, proveAccount, type LinkAccount } from '../../modules/provider-accounts/link-account.ts'
import { linkAfterErrand } from '../../modules/provider-accounts/link-after-errand.ts'
import { continueLink } from '../../modules/provider-accounts/continue-link.ts'
import type { NextStep } from '../../modules/provider-accounts/ports.ts'
import { removeAccount } from '../../modules/provider-accounts/remove-account.ts'
import { synchroniseCertificates } from '../../modules/provider-accounts/synchronise-certificates.ts'
import { findStatus, type FindStatus } from '../../modules/provider-accounts/find-status.ts'
import type { Handlers } from '../bind/call-types.ts'
import { fieldRefusal } from '../bind/validate-input.ts'

type AccountCalls =
  | 'accountStatus'
  | 'remoteSignatureStatus'
  | 'authoriseAccount'
  | 'authoriseRemoteSignature'
  | 'returnToAccount'
  | 'removeAccount'
  | 'removeRemoteSignature'
  | 'synchroniseAccount'

/** The type whose paths name neither person nor type. */
const REMOTE_SIGNATURE = 'firmaremota'

/** What the last part of a path names: a type, and which step of its link. */
function readAccount(account: string): { certType: string; step: 'auth' | 'authmiddle' | 'authend' } {
  const [, certType, step] = /^(.+?)(auth|authmiddle|authend)$/.exec(account)!
  return { certType: certType!, step: step as 'auth' }
}

/** The type of a path that has no further steps. */
function typeOf(account: string): string {
  const { certType, step } = readAccount(account)
  if (step === 'auth') return certType
  throw new PortalError('NOT_FOUND', 'There is nothing at this address.')
}

/** 204 when nothing follows. */
function toAnswer(step: NextStep) {
  if (step?.kind === 'choose')
    return { Authenticators: step.authenticators.map(({ id, name }) => ({ Id: id, Name: name })) }
  if (step?.kind === 'redirect') return { RedirectUrl: step.url }
  return step?.hint === undefined ? null : { Hint: step.hint }
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw fieldRefusal(`body.${name}`, 'is missing')
  return value
}

type LinkByProvider = Handlers['authoriseAccount']

function linkByProvider(ports: LinkAccount): LinkByProvider {
  return async ({ caller: { userId }, params, body }) => {
    const { certType, step } = readAccount(params.account)
    if (step === 'authmiddle') {
      const authenticator = required(body.Authenticator, 'Authenticator')
      return toAnswer(await continueLink(ports, { userId, certType, answer: { authenticator } }))
    }
    if (step === 'authend') {
      const challenge = required(body.Challenge, 'Challenge')
      return toAnswer(await continueLink(ports, { userId, certType, answer: { challenge } }))
    }
    if (body.IsSign === true) return toAnswer(await proveAccount(ports, userId, certType))
    return toAnswer(await linkAccount(ports, { userId, certType, fields: fieldsOf(body) }))
  }
}

const fieldsOf = ({
  Username,
  Password,
  Domain,
  Client,
  Organization,
  Otp,
}: Record<string, string | boolean | undefined>) =>
  ({ Username, Password, Domain, Client, Organization, Otp }) as Record<string, string | undefined>

export type AccountPorts = LinkAccount & FindStatus

export function accountHandlers(ports: AccountPorts): Pick<Handlers, AccountCalls> {
  const status = async (userId: string, certType: string) => {
    const { isLinked, label, logsInThere } = await findStatus(ports, userId, certType)
    const account = label !== undefined && { Account: label }
    return { IsAuthorized: isLinked, ...account, ...(logsInThere && { LogsInThere: true }) }
  }
  const remove = async (userId: string, certType: string) => {
    await removeAccount(ports, userId, certType)
    return null
  }
  return {
    accountStatus: ({ caller, params }) => status(caller.userId, typeOf(params.account)),
    remoteSignatureStatus: ({ caller }) => status(caller.userId, REMOTE_SIGNATURE),
    authoriseAccount: linkByProvider(ports),
    authoriseRemoteSignature: async ({ caller, body }) =>
      toAnswer(await linkAccount(ports, { userId: caller.userId, certType: REMOTE_SIGNATURE, fields: fieldsOf(body) })),
    returnToAccount: async ({ caller, body }) => {
      const request = { userId: caller.userId, errandId: body.TransactionGuid, code: body.Code }
      return { CertType: await linkAfterErrand(ports, request) }
    },
    removeAccount: ({ caller, params }) => remove(caller.userId, typeOf(params.account)),
    removeRemoteSignature: ({ caller }) => remove(caller.userId, REMOTE_SIGNATURE),
    synchroniseAccount: async ({ caller, params }) => {
      await synchroniseCertificates(ports, caller.userId, typeOf(params.account))
      return null
    },
  }
}
