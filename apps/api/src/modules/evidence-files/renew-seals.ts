import type { Failpoint } from '../../ports/failpoints.ts'
import type { DocumentObjects } from '../../ports/object-store.ts'
import { planRenewal } from '../plan-renewal.ts'
import { ArchiveProblem } from '../archiving/ports.ts'
import type { AgeingFile, AgeingFiles, EvidenceSource, SealRenewer } from './ports.ts'

export interface RenewSeals {
  readonly source: Pick<EvidenceSource, 'standOf'>
  readonly ageing: AgeingFiles
  readonly sealer: SealRenewer
  readonly objects: Pick<DocumentObjects, 'read' | 'write'>
  /** Days before the end of a timestamp at which the seal is renewed. */
  readonly renewalMarginDays: number
  /** How long a file is this process's alone the first time. */
  readonly leaseMs: number
  readonly reach: Failpoint
  readonly now: () => Date
}

/** Why the seal of a file was not renewed. */
export interface SealFailure {
  readonly documentId: string
  readonly version: number
  readonly code: string
  readonly error: unknown
}

/** A run ends after this time, whatever is left: the next one goes on. */
const RUN_MS = 5 * 60_000

/**
 * Renews the seals of evidence files whose last timestamp comes to its end: what proves it, and another timestamp, are
 * appended, and the file is put in the place of the one before in one step. It stays the same version, and its
 * embedded files are not touched.
 */
export async function renewSeals(
  needs: RenewSeals,
): Promise<{ readonly renewed: number; readonly failed: readonly SealFailure[] }> {
  const end = needs.now().getTime() + RUN_MS
  const failed: SealFailure[] = []
  let renewed = 0
  while (needs.now().getTime() <= end) {
    const file = await needs.ageing.takeAgeing(needs.now(), needs.leaseMs)
    if (!file) break
    await needs.reach('seal-taken')
    try {
      if (await renewSeal(needs, file)) renewed += 1
    } catch (error) {
      const code = error instanceof ArchiveProblem ? error.code : 'INTERNAL'
      await needs.ageing.noteFailure(file, code)
      failed.push({ documentId: file.documentId, version: file.version, code, error })
    }
  }
  return { renewed, failed }
}

/** @returns false when there is nothing to renew, or the file is somebody else's by now */
async function renewSeal(needs: RenewSeals, file: AgeingFile): Promise<boolean> {
  const { ageing, objects } = needs
  // Whoever asks gets the next version: this one is handed out no more.
  const isCurrent = (await needs.source.standOf(file.documentId)) === file.stand
  const renewed = isCurrent && (await needs.sealer.renew(await objects.read(file.key, file.objectId)))
  if (!renewed) {
    await ageing.letAge(file)
    return false
  }
  await needs.reach('seal-renewed')
  const objectId = await objects.write(file.key, renewed.bytes)
  await needs.reach('seal-stored')
  const renewAt = planRenewal(renewed.endsAt, { marginDays: needs.renewalMarginDays, at: needs.now() })
  const isKept = await ageing.keepRenewed(file, { objectId, renewAt })
  if (isKept) await needs.reach('seal-listed')
  return isKept
}
