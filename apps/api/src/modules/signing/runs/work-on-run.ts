/**
 * Works on a signing run: prepares its documents, and once its person has authorised them, finishes them.
 *
 * What a process that dies leaves behind: its hold, which ends with its reports, and items that it had begun to finish.
 * Whoever takes the run over finishes those first, as the same attempts: what was committed is told as signed, and
 * what was not is signed now, with the same value. What a person typed for a provider is gone with the process: what has
 * no value by then waits for them again.
 */
import { eachTaken, PortalError, together } from '@rubrica/domain'
import { requireHolder, chooseCertificate, type ChooseCertificate } from '../key/choose-certificate.ts'
import { pinLocked } from '../key/open-vault-key.ts'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { confirmOneByOne, type ConfirmOneByOne } from './confirming/confirm-one-by-one.ts'
import { finishItem, type FinishItem } from './finish-item.ts'
import { finishLocalItem, type FinishLocalItem } from './finish-local-item.ts'
import { inTurn } from './in-turn.ts'
import { makeRemoteValue, type MakeValues, type RunAuthority } from './make-values.ts'
import { MovedOn } from './moved-on.ts'
import { prepareRun, refusalOf, type PrepareRun } from './prepare-run.ts'
import type { HeldRun, ItemOutcome, PreparedOfRun, ValuedItem, WorkedOn } from './ports.ts'

export type WorkOnRun = ChooseCertificate &
  PrepareRun &
  ConfirmOneByOne &
  FinishItem &
  FinishLocalItem &
  MakeValues & {
    /** How long a value by a key of this type may be kept, as its provider lets us. */
    readonly valueLifeMs: (certificateType: string) => number
  }

/** Timestamp authorities answer in tens or hundreds of milliseconds, which are waited for side by side. */
const FINISHED_AT_ONCE = 8
/** A holder that is alive renews it. */
const HOLD_MS = 20_000
/** Longer than a provider may take for the first value. */
const FIRST_VALUE_MS = 60_000
/** After a failure of ours, until anybody looks at the run again. */
const PAUSE_MS = 5000

function times({ now }: Pick<WorkOnRun, 'now'>) {
  const at = now()
  return { at, until: new Date(at.getTime() + HOLD_MS) }
}

/** Takes up to `most` runs in these states in which something is to be done. */
export const takeRuns = (needs: WorkOnRun, most: number, states: WorkedOn): Promise<HeldRun[]> =>
  needs.work.take(times(needs), most, states)

/** Does what is to be done in a run that was taken, and lets go of it. */
export const workOnRun = (needs: WorkOnRun, run: HeldRun): Promise<void> =>
  whileHeld(needs, run, () => workOn(needs, run))

/** @param doWork returns milliseconds until the run is looked at again */
async function whileHeld(needs: WorkOnRun, run: HeldRun, doWork: () => Promise<number>): Promise<void> {
  const { work, now } = needs
  const renew = () => void work.renew(run, times(needs).until).catch(() => undefined)
  const timer = setInterval(renew, HOLD_MS / 4)
  let pauseMs = PAUSE_MS
  try {
    pauseMs = await doWork()
  } finally {
    clearInterval(timer)
    // If even that fails, the hold ends.
    await work.release(run, new Date(now().getTime() + pauseMs)).catch(() => undefined)
  }
}

async function workOn(needs: WorkOnRun, run: HeldRun): Promise<number> {
  const { work, now } = needs
  const stop = async (code: string) => {
    await work.stop(run, { code, at: now(), alsoBegun: true })
    return 0
  }
  if (run.state === 'stopped') return stop(run.code ?? 'RUN_STOPPED')
  if (run.unwanted !== undefined) return stop(run.unwanted)
  if (run.expiresAt <= now()) return stop('RUN_EXPIRED')
  // Where certificates are made one by one, or are on a PC, there is none to be asked about.
  if (run.certType !== undefined) {
    return run.state === 'finishing' ? finishRun(needs, run) : confirmOneByOne(needs, { run, certType: run.certType })
  }
  const certificate = await chooseForRun(needs, run).catch(refusalOf)
  if (certificate instanceof PortalError) return stop(certificate.code)
  if (run.state === 'confirming') return confirmOneByOne(needs, { run, certType: certificate.type })
  if (run.state === 'finishing') return finishRun(needs, run)
  await prepareRun(needs, run, certificate)
  return 0
}

/** Asked again while a run is finished: it may have been revoked, locked or deleted since it authorised the documents. */
async function chooseForRun(needs: WorkOnRun, run: HeldRun): Promise<SigningCertificate> {
  const certificate = await chooseCertificate(needs, run)
  requireHolder(needs, certificate, run.confirmedHolder)
  if (certificate.locked) throw pinLocked()
  return certificate
}

/** Makes the next value and begins to finish its item; nothing when none is to be made. */
type NextValue = (room: number) => Promise<readonly ValuedItem[]>

interface Finishing {
  readonly next: NextValue
  /** Why no more values can be made with what the person typed. */
  readonly code: () => string | null
}

const NO_VALUES: Finishing = { next: () => Promise.resolve([]), code: () => null }

async function finishRun(needs: WorkOnRun, run: HeldRun, { next, code }: Finishing = NO_VALUES): Promise<number> {
  const { work, now, reach } = needs
  const finish = finisherOf(needs, run)
  const settleSigned = together((ids: readonly string[]) => work.settleSigned(run, ids, now()))
  await eachTaken(FINISHED_AT_ONCE, await takerOf(needs, run, next), async (item) => {
    const { outcome, refusal } = await finish(item)
    await reach('run-item-finished')
    await (outcome === 'signed' ? settleSigned(item.id) : work.settle(run, { id: item.id, outcome, at: now() }))
    await reach('run-item-settled')
    if (refusal) await work.stop(run, { code: refusal.code, at: now(), alsoBegun: false })
  })
  await work.endFinishing(run, now(), code())
  return 0
}

interface Finished {
  readonly outcome: ItemOutcome
  /** Why nothing more of the run can be signed. */
  readonly refusal?: PortalError
}

/** Finishes items, with the certificate of the run as it is at that moment, or with that of a PC, which keeps it. */
function finisherOf(needs: WorkOnRun, run: HeldRun): (item: ValuedItem) => Promise<Finished> {
  if (run.certificateId === undefined) {
    return async (item) => ({ outcome: await inTurn(item, () => finishLocalItem(needs, { run, item })) })
  }
  const choose = chooseNowAndThen(needs, run)
  return async (item) => {
    const certificate = await choose()
    if (certificate instanceof PortalError) {
      return { outcome: { state: 'failed', code: certificate.code }, refusal: certificate }
    }
    return { outcome: await inTurn(item, () => finishItem(needs, { run, item, certificate })) }
  }
}

/**
 * What is known of the certificate is at most this old. That it is there, not locked and not suspended is asked when each
 * item is begun.
 */
const CHOSEN_MS = 500

function chooseNowAndThen(needs: WorkOnRun, run: HeldRun): () => Promise<SigningCertificate | PortalError> {
  let chosen: Promise<SigningCertificate | PortalError> | undefined
  let at = 0
  return () => {
    const now = needs.now().getTime()
    if (chosen && now - at <= CHOSEN_MS) return chosen
    at = now
    return (chosen = chooseForRun(needs, run).catch(refusalOf))
  }
}

/** Begins items as there is room for them: what is begun is signed, though the run is stopped meanwhile. */
async function takerOf(needs: WorkOnRun, run: HeldRun, next: NextValue) {
  const { work, now, isClosing } = needs
  const begun = await work.begun(run)
  return async (room: number): Promise<readonly ValuedItem[]> => {
    if (begun.length > 0) return begun.splice(0, room)
    if (isClosing()) return []
    const items = await work.begin(run, now(), room)
    return items.length > 0 ? items : next(room)
  }
}

interface AtProvider {
  readonly runId: string
  readonly certificate: SigningCertificate
  readonly authority: RunAuthority
}

/**
 * Has a provider make the first value of a run, which lets it finish.
 * @returns what makes and finishes the others; undefined when the run does not wait for its person
 * @throws {PortalError} every error of the provider: then nothing has changed
 */
export async function beginAtProvider(
  needs: WorkOnRun,
  { runId, certificate, authority }: AtProvider,
): Promise<{ readonly goOn: () => Promise<void> } | undefined> {
  const { work, now } = needs
  const at = now()
  const run = await work.takeForPerson(runId, { at, until: new Date(at.getTime() + FIRST_VALUE_MS) })
  if (!run) return undefined
  const values = valuesOf(needs, { run, certificate, authority })
  try {
    const first = await values.makeFirst()
    await needs.reach('run-values-made')
    await work.beginFinishing(run, { at: now(), until: values.until() }, first)
    await needs.reach('run-authorised')
  } catch (error) {
    await work.release(run, now()).catch(() => undefined)
    throw error
  }
  return { goOn: () => whileHeld(needs, run, () => finishRun(needs, run, values)) }
}

type OfProvider = Omit<AtProvider, 'runId'> & { readonly run: HeldRun }

/** The values of a run as its provider makes them, one after the other, until it refuses. */
function valuesOf(needs: WorkOnRun, { run, ...from }: OfProvider) {
  const { work, now } = needs
  let code: string | null = null
  const lifeMs = needs.valueLifeMs(from.certificate.type)
  const until = () => new Date(now().getTime() + lifeMs)
  const make = async (item: PreparedOfRun) => ({
    id: item.id,
    value: await makeRemoteValue(needs, { run, item, ...from }),
  })
  const next: NextValue = async (room) => {
    const item = code === null ? await work.nextPrepared(run) : undefined
    if (!item) return []
    try {
      await work.keepValue(run, await make(item), until())
    } catch (error) {
      if (error instanceof MovedOn) await work.prepareAnew(run, item)
      // What was not covered by the code, and what nobody knows the answer of, is asked for again by another one.
      else code = refusalOf(error).code
      return next(room)
    }
    return work.begin(run, now(), room)
  }
  /** @throws {PortalError} what the provider refuses it with */
  const makeFirst = async () => {
    for (;;) {
      const item = await work.nextPrepared(run)
      if (!item) return undefined
      try {
        return await make(item)
      } catch (error) {
        if (!(error instanceof MovedOn)) throw error
        await work.prepareAnew(run, item)
      }
    }
  }
  return { next, makeFirst, until, code: () => code }
}
