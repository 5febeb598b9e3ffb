import { PortalError } from '@rubrica/domain'
import type { Inputs } from '@rubrica/providers/connector'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { chooseCertificate, requireHolder, type ChooseCertificate } from '../key/choose-certificate.ts'
import { closeSignatureSessions, type CloseSignatureSessions } from '../key/close-signature-sessions.ts'
import { requirePin } from '../key/open-vault-key.ts'
import { requireSignatureSession, type RequireSignatureSession } from '../key/require-signature-session.ts'
import { isConfirmedEach, RUN_MS, type BeginRun } from './begin-run.ts'
import { findRun } from './keep-runs.ts'
import { makeVaultValues, type MakeValues, type RunAuthority } from './make-values.ts'
import type { CountedRun, RunStore } from './ports.ts'
import { beginAtProvider, type WorkOnRun } from './work-on-run.ts'

export type AuthoriseRun = ChooseCertificate &
  Pick<BeginRun, 'providerWay'> &
  RequireSignatureSession &
  MakeValues &
  WorkOnRun &
  CloseSignatureSessions & {
    readonly runs: RunStore
    readonly wakeRuns: () => void
    /** Lets what was begun go on after the call, and be waited for when the process ends. */
    readonly goOn: (work: Promise<void>) => void
  }

export interface RunAuthorisation {
  readonly userId: string
  readonly runId: string
  readonly inputs: Inputs
  readonly signatureSessionId: string | undefined
}

interface Authorising {
  readonly run: CountedRun
  readonly certificate: SigningCertificate
  readonly authority: RunAuthority
}

/**
 * Authorises what is prepared of a run, or begins to have its documents confirmed one after another. With a key of the
 * vault all values are made here. A provider is asked for the
 * first one, so that what was typed wrong is said at once, and for the others by this process after the call.
 * @throws {PortalError} RUN_NOT_FOUND, RUN_NOT_WAITING, those of chooseCertificate, requireHolder, openVaultKey and
 *   requireSignatureSession, CODE_REQUIRED, and every error of the provider
 */
export async function authoriseRun(needs: AuthoriseRun, order: RunAuthorisation): Promise<CountedRun> {
  const { userId, runId, inputs, signatureSessionId } = order
  const run = await findRun(needs, order)
  if (run.state !== 'needs-person') throw notWaiting()
  if (run.certificateId === undefined) return beginConfirming(needs, run)
  const certificate = await chooseCertificate(needs, run)
  requireHolder(needs, certificate, run.confirmedHolder)
  if (isConfirmedEach(needs, certificate)) return beginConfirming(needs, run)
  const wanted = { userId, certificateId: certificate.id }
  const signatureSession =
    signatureSessionId === undefined
      ? undefined
      : await requireSignatureSession(needs, { ...wanted, signatureSessionId })
  const authorising = { run, certificate, authority: { inputs, signatureSession } }
  if (certificate.wrappedKey === null) await authoriseAtProvider(needs, authorising)
  else await authoriseInVault(needs, authorising)
  return findRun(needs, { userId, runId })
}

async function beginConfirming(needs: AuthoriseRun, run: CountedRun): Promise<CountedRun> {
  if (!(await needs.runs.beginConfirming(run.id, needs.now()))) throw notWaiting()
  needs.wakeRuns()
  return findRun(needs, { userId: run.userId, runId: run.id })
}

async function authoriseInVault(needs: AuthoriseRun, { run, certificate, authority }: Authorising): Promise<void> {
  if (certificate.authenticationType === 'SMS' && !authority.signatureSession)
    throw new PortalError('CODE_REQUIRED', 'This certificate signs in a session that a code opens')
  const items = await needs.runs.itemsToSign(run.id)
  const values = await makeVaultValues(needs, certificate, { items, authority })
  await needs.reach('run-values-made')
  const at = needs.now()
  const life = { at, until: new Date(at.getTime() + RUN_MS) }
  if (!(await needs.runs.authorise(run.id, values, life))) throw notWaiting()
  await needs.reach('run-authorised')
  needs.wakeRuns()
}

async function authoriseAtProvider(needs: AuthoriseRun, { run, certificate, authority }: Authorising): Promise<void> {
  // A signature session has had its PIN when it was opened.
  if (!authority.signatureSession) requirePin(certificate, authority.inputs.pin)
  const begun = await beginAtProvider(needs, { runId: run.id, certificate, authority })
  if (!begun) throw notWaiting()
  // Nobody else closes a session whose page is gone.
  const close = () => authority.signatureSession && closeSignatureSessions(needs, run.userId, certificate.id)
  needs.goOn(begun.goOn().finally(close))
}

const notWaiting = () => new PortalError('RUN_NOT_WAITING', 'These documents do not wait for you to authorise them')
