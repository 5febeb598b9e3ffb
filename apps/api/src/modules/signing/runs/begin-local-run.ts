import { randomUUID } from 'node:crypto'
import { PortalError, type AccessMethod } from '@rubrica/domain'
import type { Acting } from '../../sessions/ports.ts'
import { LOCAL_TYPE } from '../elsewhere/announced.ts'
import { verifyLocalValue } from '../elsewhere/complete-local-signature.ts'
import type { FindPresignature } from '../elsewhere/find-presignature.ts'
import type { Whereabouts } from '../ports.ts'
import { RUN_MS, type BeginRun } from './begin-run.ts'
import type { CountedRun, GivenValue, ItemOfNewRun } from './ports.ts'

export type BeginLocalRun = FindPresignature & Pick<BeginRun, 'runs' | 'wakeRuns'>

interface ValueOfPc {
  readonly signerId: string
  /** As the application made it: RSA as it is, ECDSA as DER. */
  readonly value: Uint8Array
}

export interface LocalRunOrder extends Acting {
  readonly accessMethod: AccessMethod
  readonly whereabouts: Whereabouts
  readonly values: readonly ValueOfPc[]
  /** The same key gives the same run. */
  readonly key?: string | undefined
}

/**
 * Begins a signing run with values that the application on the person's PC has made: from here on nobody needs their PC.
 * Each is verified over what was fixed for its document; what is none, or comes too late, is an item that has failed.
 *
 * What was announced ends half an hour after it: a value that is not embedded by then is none any more.
 */
export async function beginLocalRun(needs: BeginLocalRun, order: LocalRunOrder): Promise<CountedRun> {
  const { userId, identifiedBy, office, accessMethod, whereabouts, key } = order
  const values = new Map(order.values.map(({ signerId, value }) => [signerId.toLowerCase(), value]))
  const items: ItemOfNewRun[] = []
  for (const [signerId, value] of values) {
    const given = await judgeValue(needs, { userId, identifiedBy, office, signerId, value })
    items.push({ signerId, given, acceptedDisclaimer: undefined, acceptChanges: false })
  }
  const at = needs.now()
  const run = await needs.runs.insert({
    ...{ id: randomUUID(), key, userId, identifiedBy, office, accessMethod, whereabouts, items },
    ...{ certificateId: undefined, certType: LOCAL_TYPE, confirmedHolder: undefined, state: 'finishing' },
    ...{ at, expiresAt: new Date(at.getTime() + RUN_MS) },
  })
  needs.wakeRuns()
  return run
}

async function judgeValue(needs: BeginLocalRun, given: Acting & ValueOfPc): Promise<GivenValue | { code: string }> {
  try {
    const { announced, baseRevision } = await verifyLocalValue(needs, given)
    return { value: given.value, documentDigest: announced.prepared.documentDigest, baseRevision }
  } catch (error) {
    if (error instanceof PortalError) return { code: error.code }
    throw error
  }
}
