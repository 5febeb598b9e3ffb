import { PortalError } from '@rubrica/domain'
import { chooseCertificate, requireHolder, type ChooseCertificate } from '../key/choose-certificate.ts'
import { openVaultKey, type OpenVaultKey } from '../key/open-vault-key.ts'
import type { SignatureMaker } from '../ports.ts'
import { RUN_MS } from './begin-run.ts'
import { findRun } from './keep-runs.ts'
import type { CountedRun, ItemValue, RunStore } from './ports.ts'

export interface AuthoriseRun extends ChooseCertificate, OpenVaultKey {
  readonly runs: RunStore
  readonly maker: Pick<SignatureMaker, 'sign' | 'check'>
  readonly wakeRuns: () => void
}

export interface RunAuthorisation {
  readonly userId: string
  readonly runId: string
  readonly pin: string | undefined
}

/** So many values are made before others have their turn: each takes about a millisecond. */
const MADE_AT_A_TIME = 20

/**
 * Opens the key once and makes the values of all documents of the run that are prepared. The key is gone when this
 * returns; the values are checked and kept sealed, each good for the one document whose bytes it covers.
 * @throws {PortalError} RUN_NOT_FOUND, RUN_NOT_WAITING, those of chooseCertificate, requireHolder and openVaultKey
 */
export async function authoriseRun(needs: AuthoriseRun, { userId, runId, pin }: RunAuthorisation): Promise<CountedRun> {
  const run = await findRun(needs, { userId, runId })
  if (run.state !== 'needs-person') throw notWaiting()
  const certificate = await chooseCertificate(needs, run)
  requireHolder(needs, certificate, run.confirmedHolder)
  const items = await needs.runs.itemsToSign(runId)
  const key = await openVaultKey(needs, certificate, pin ?? '')
  const values: ItemValue[] = []
  try {
    for (const item of items) {
      const value = needs.maker.sign(key, item)
      needs.maker.check(certificate.certificate, item, value)
      values.push({ id: item.id, value })
      if (values.length % MADE_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    key.fill(0)
  }
  await needs.reach('run-values-made')
  const at = needs.now()
  const kept = await needs.runs.authorise(runId, values, { at, until: new Date(at.getTime() + RUN_MS) })
  if (!kept) throw notWaiting()
  await needs.reach('run-authorised')
  needs.wakeRuns()
  return findRun(needs, { userId, runId })
}

const notWaiting = () => new PortalError('RUN_NOT_WAITING', 'These documents do not wait for you to authorise them')
