import { randomUUID } from 'node:crypto'
import { PortalError } from '@rubrica/domain'
import type { Account, ConnectorState, LinkOutcome, LinkWay } from '@rubrica/providers/connector'
import { ERRAND_MS, type ErrandStore, type ReturnPages } from '../errands.ts'
import { askProvider } from '../provider-errors.ts'
import { findUser } from '../find-user.ts'
import { findHolder, requireOwn, type HolderRule } from '../holder.ts'
import { listAccountCertificates, type ListAccountCertificates } from './list-account-certificates.ts'
import type { AccountStep, AccountStore, ListedCertificate, NextStep, StepStore } from './ports.ts'
import { requireProvider, type LinkableProvider, type RequireProvider } from './require-provider.ts'

export interface LinkAccount extends RequireProvider, ListAccountCertificates, HolderRule {
  readonly files: ListAccountCertificates['files'] & HolderRule['files']
  readonly accounts: AccountStore
  readonly steps: StepStore
  readonly errands: ErrandStore
  readonly returnPages: Pick<ReturnPages, 'accountPage' | 'linked' | 'loggedIn'>
}

export interface LinkOrder {
  readonly userId: string
  readonly certType: string
  /** What was typed into the manifest's fields; others are left out. */
  readonly fields: Readonly<Record<string, string | undefined>>
}

/** How long a person may take between two steps. */
const STEP_MS = 10 * 60_000

/**
 * Links a person's account at a provider with what they typed. When the proof is complete, the account and its
 * certificates are kept; what was typed is not, except where each call of the provider needs it.
 * @returns what the person is asked next
 * @throws {PortalError} of requireProvider, VALIDATION_FAILED, PROVIDER_LOGIN_INVALID, PROVIDER_…
 */
export async function linkAccount(needs: LinkAccount, request: LinkOrder): Promise<NextStep> {
  const { userId } = request
  const provider = await requireProvider(needs, userId, request.certType)
  const fields = provider.connector.logsInThere === true ? {} : readFields(provider, request.fields)
  const trip = planTrip(needs)
  const outcome = await askAboutLogin(needs, { provider, userId }, () => provider.connector.link(fields, trip.way))
  return takeOutcome(needs, { provider, userId, purpose: 'link', trip }, outcome)
}

/**
 * Proves anew who a person is, for an account that is kept: nothing is typed that was typed before.
 * @throws {PortalError} of requireProvider, PROVIDER_NOT_AUTHORISED, NOT_FOUND (this provider has no such step)
 */
export async function proveAccount(needs: LinkAccount, userId: string, certType: string): Promise<NextStep> {
  const provider = await requireProvider(needs, userId, certType)
  const { connector, manifest } = provider
  if (!connector.relink) throw new PortalError('NOT_FOUND', 'There is nothing at this address.')
  const account = await needs.accounts.find({ userId, provider: manifest.certType })
  if (!account) throw notLinked(manifest.label)
  const trip = planTrip(needs)
  const outcome = await askAboutLogin(needs, { provider, userId }, () => connector.relink!(account, trip.way))
  return takeOutcome(needs, { provider, userId, purpose: 'sign', trip }, outcome)
}

/** In case the provider sends the person to a page of its own. */
interface Trip {
  readonly errandId: string
  readonly way: LinkWay
}

function planTrip({ returnPages }: LinkAccount): Trip {
  const errandId = randomUUID()
  const returnUrl = returnPages.accountPage(errandId)
  return { errandId, way: { returnUrl, redirectUri: returnPages.linked(), errandId } }
}

/** Asks the provider who somebody is, and logs a refusal, so that guessing of passwords is seen. */
export async function askAboutLogin(
  { log }: Pick<LinkAccount, 'log'>,
  { provider, userId }: Omit<Proof, 'purpose'>,
  ask: () => Promise<LinkOutcome>,
): Promise<LinkOutcome> {
  try {
    return await askProvider(ask)
  } catch (error) {
    const code = error instanceof PortalError ? error.code : 'INTERNAL_ERROR'
    log.info({ provider: provider.manifest.certType, user: userId, code }, 'An account was not linked.')
    throw error
  }
}

export const notLinked = (label: string) =>
  new PortalError('PROVIDER_NOT_AUTHORISED', `There is no authorised account at ${label}`)

function readFields(
  { link }: LinkableProvider,
  typed: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const { name, optional } of link.fields) {
    const value = typed[name]
    if (value !== undefined && value !== '') fields[name] = value
    else if (optional !== true) throw missing(name)
  }
  return fields
}

const missing = (name: string) =>
  new PortalError('VALIDATION_FAILED', `body.${name}: is missing`, {
    facts: { Fields: [{ Field: `body.${name}`, Problem: 'is missing' }] },
  })

export interface Proof {
  readonly provider: Awaited<ReturnType<typeof requireProvider>>
  readonly userId: string
  readonly purpose: AccountStep['purpose']
  readonly trip?: Trip
}

/** Keeps what a step came to. @returns what the person is asked next */
export async function takeOutcome(needs: LinkAccount, proof: Proof, outcome: LinkOutcome): Promise<NextStep> {
  const { provider, userId, purpose } = proof
  if (outcome.kind === 'redirect') return beginErrand(needs, proof, outcome)
  const key = { userId, provider: provider.manifest.certType }
  if (outcome.kind === 'linked') {
    await keepAccount(needs, proof, outcome)
    await needs.steps.forget(key)
    return undefined
  }
  const expiresAt = new Date(needs.now().getTime() + STEP_MS)
  await needs.steps.save({ ...key, purpose, state: outcome.state, expiresAt })
  if (outcome.kind === 'choose') return { kind: 'choose', authenticators: outcome.authenticators }
  return { kind: 'challenge', ...(outcome.hint !== undefined && { hint: outcome.hint }) }
}

async function beginErrand(
  needs: LinkAccount,
  { provider, userId, purpose, trip }: Proof,
  { url, state }: Extract<LinkOutcome, { kind: 'redirect' }>,
): Promise<NextStep> {
  const { certType, label } = provider.manifest
  if (!trip) throw new PortalError('PROVIDER_FAILED', `${label} leads on to a page, which was not expected here`)
  const createdAt = needs.now()
  await needs.errands.begin({
    id: trip.errandId,
    userId,
    certType,
    purpose: 'authorise',
    ...{ signerId: null, documentId: null, certificateId: null, baseRevision: null },
    state: 'awaiting_person',
    waitsFor: 'second-factor',
    data: { purpose, state },
    createdAt,
    expiresAt: new Date(createdAt.getTime() + ERRAND_MS),
  })
  return { kind: 'redirect', url }
}

export async function keepAccount(
  needs: LinkAccount,
  { provider, userId, purpose }: Omit<Proof, 'trip'>,
  linked: Extract<LinkOutcome, { kind: 'linked' }>,
): Promise<void> {
  const { label, certType } = provider.manifest
  const key = { userId, provider: certType }
  if (purpose === 'sign') {
    const kept = await needs.accounts.find(key)
    // Another account may have come into its place while this one was proved.
    if (kept?.label !== linked.label) throw notLinked(label)
    await kept.keep(linked.state)
    return
  }
  // Not kept yet: an account whose certificates cannot be listed is of no use.
  const fresh = rememberedAccount(linked.state)
  const certificates = await listAccountCertificates(needs, { label, connector: provider.connector }, fresh.account)
  try {
    await requireOwnAccount(needs, userId, certificates)
  } catch (error) {
    await forgetAtProvider(needs, provider, fresh.account)
    throw error
  }
  const account = { ...key, label: linked.label, state: fresh.state(), at: needs.now() }
  await needs.accounts.link(account, certificates)
  needs.log.info({ provider: certType, user: userId, certificates: certificates.length }, 'An account was linked.')
}

/**
 * An account whose certificates are all somebody else's belongs to that person. Where a company's account lists several
 * people's, those of others are listed too, and sign nothing.
 * @throws {PortalError} CERTIFICATE_FOREIGN, HOLDER_UNKNOWN
 */
async function requireOwnAccount(
  needs: LinkAccount,
  userId: string,
  certificates: readonly ListedCertificate[],
): Promise<void> {
  const { legalId } = await findUser(needs.users, userId)
  const held = certificates.map((certificate) => ({ ...certificate, legalId }))
  const [first] = held
  if (first && !held.some((one) => findHolder(needs, one).maySign)) requireOwn(needs, first)
}

/** Nothing of it is kept here, so nothing is left open there. */
async function forgetAtProvider(
  { log }: LinkAccount,
  { connector, manifest }: Proof['provider'],
  account: Account,
): Promise<void> {
  await connector.unlink?.(account).catch((err: unknown) => {
    log.warn({ err, provider: manifest.certType }, 'A provider was not told that an account is no longer used.')
  })
}

/** An account before it is kept: its state may change as it is used. */
function rememberedAccount(state: ConnectorState): { account: Account; state: () => ConnectorState } {
  let current = state
  const keep = (next: ConnectorState): Promise<void> => {
    current = next
    return Promise.resolve()
  }
  return { account: { state, keep }, state: () => current }
}
