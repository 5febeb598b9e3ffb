/**
 * Works on a signing run: prepares its documents, and once its person has authorised them, finishes them.
 *
 * What a process that dies leaves behind: its hold, which ends with its reports, and items that it had begun to finish.
 * Whoever takes the run over finishes those first, as the same attempts: what was committed is told as signed, and
 * what was not is signed now, with the same value.
 */
import { PortalError } from '@rubrica/domain'
import { requireHolder, chooseCertificate, type ChooseCertificate } from '../key/choose-certificate.ts'
import { pinLocked } from '../key/open-vault-key.ts'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { eachOf } from './each-of.ts'
import { finishItem, type FinishItem } from './finish-item.ts'
import { prepareRun, type PrepareRun } from './prepare-run.ts'
import type { HeldRun, RunWork, ValuedItem } from './ports.ts'

export type WorkOnRun = ChooseCertificate & PrepareRun & FinishItem & { readonly work: RunWork }

/** Timestamp authorities answer in tens or hundreds of milliseconds, which are waited for side by side. */
const FINISHED_AT_ONCE = 8
/** A holder that is alive renews it. */
const HOLD_MS = 20_000
/** After a failure of ours, until anybody looks at the run again. */
const PAUSE_MS = 5000

/** Takes up to `most` runs in which something is to be done. */
export function takeRuns({ work, now }: WorkOnRun, most: number): Promise<HeldRun[]> {
  const at = now()
  return work.take({ at, until: new Date(at.getTime() + HOLD_MS) }, most)
}

/** Does what is to be done in a run that was taken, and lets go of it. */
export async function workOnRun(needs: WorkOnRun, run: HeldRun): Promise<void> {
  const { work, now } = needs
  const renew = () => void work.renew(run, new Date(now().getTime() + HOLD_MS)).catch(() => undefined)
  const timer = setInterval(renew, HOLD_MS / 4)
  let pauseMs = PAUSE_MS
  try {
    await workOn(needs, run)
    pauseMs = 0
  } finally {
    clearInterval(timer)
    // If even that fails, the hold ends.
    await work.release(run, new Date(now().getTime() + pauseMs)).catch(() => undefined)
  }
}

async function workOn(needs: WorkOnRun, run: HeldRun): Promise<void> {
  const { work, now } = needs
  const stop = (code: string) => work.stop(run, { code, at: now(), alsoBegun: true })
  if (run.state === 'stopped') return stop(run.code ?? 'RUN_STOPPED')
  if (!run.isWanted) return stop('SESSION_ENDED')
  if (run.expiresAt <= now()) return stop('RUN_EXPIRED')
  const certificate = await chooseForRun(needs, run).catch(refusalOf)
  if (certificate instanceof PortalError) return stop(certificate.code)
  if (run.state === 'preparing') await prepareRun(needs, run, certificate)
  else await finishRun(needs, run)
}

/** Asked again for each document: it may have been revoked, locked or deleted since it authorised them. */
async function chooseForRun(needs: WorkOnRun, run: HeldRun): Promise<SigningCertificate> {
  const certificate = await chooseCertificate(needs, run)
  requireHolder(needs, certificate, run.confirmedHolder)
  if (certificate.locked) throw pinLocked()
  return certificate
}

function refusalOf(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  throw error
}

async function finishRun(needs: WorkOnRun, run: HeldRun): Promise<void> {
  const { work, now, reach } = needs
  await eachOf(FINISHED_AT_ONCE, itemsOf(needs, run), async (item) => {
    const certificate = await chooseForRun(needs, run).catch(refusalOf)
    const outcome =
      certificate instanceof PortalError
        ? ({ state: 'failed', code: certificate.code } as const)
        : await finishItem(needs, { run, item, certificate })
    await reach('run-item-finished')
    await work.settle(run, { id: item.id, outcome, at: now() })
    await reach('run-item-settled')
    if (certificate instanceof PortalError)
      await work.stop(run, { code: certificate.code, at: now(), alsoBegun: false })
  })
  await work.endFinishing(run, now())
}

async function* itemsOf({ work, now }: WorkOnRun, run: HeldRun): AsyncGenerator<ValuedItem> {
  yield* await work.begun(run)
  for (;;) {
    const item = await work.begin(run, now())
    if (!item) return
    yield item
  }
}
