import { describe, expect, it } from 'vitest'
import type { ProviderErrorCode } from '../src/connector.ts'
import type { Part } from './conformance-part.ts'
import { makeItems, type Driver } from './drive-connector.ts'

/** Shorter than a test may take, longer than a busy machine needs for an answer in order. */
const IMPATIENT_MS = 2000
const SLOW_MS = 200

/** What is wrong with an answer, and what a call that only asks makes of it. */
const ANSWERS: readonly (readonly [string, readonly ProviderErrorCode[]])[] = [
  ['http500', ['failed']],
  ['http503', ['failed', 'unreachable']],
  ['malformed', ['failed']],
  ['empty', ['failed']],
  ['half', ['failed']],
  ['enormous', ['failed']],
  ['answer-lost', ['failed']],
  ['timeout', ['timeout']],
]

/** The same for the call that signs: unless the provider surely refused, it may have signed. */
const SIGNED_ANSWERS: readonly (readonly [string, readonly ProviderErrorCode[]])[] = [
  ['http500', ['failed', 'answer-lost']],
  ['http503', ['failed', 'answer-lost']],
  ['malformed', ['answer-lost']],
  ['empty', ['answer-lost']],
  ['half', ['answer-lost']],
  ['enormous', ['answer-lost']],
  ['timeout', ['answer-lost']],
  ['other-key', ['signature-refused']],
  ['other-hash', ['signature-refused']],
]

/** Answers that are late, broken, too long or untrue. */
export function describeFaults(part: Part): void {
  const { plan, driver } = part
  describe('faults', () => {
    it.each(ANSWERS)('%s while the account is linked', async (fault, codes) => {
      await spoil(driver(), { operation: plan.operations.link, fault })
      await driver().expectError(driver().link(), ...codes)
      await driver().link()
    })

    it.each(ANSWERS)('%s while certificates are listed', async (fault, codes) => {
      const account = await driver().link()
      await spoil(driver(), { operation: plan.operations.list, fault })
      await driver().expectError(driver().connector.listCertificates(account), ...codes)
      expect(await driver().connector.listCertificates(account)).not.toEqual([])
    })

    it('waits for a provider that is slow', async () => {
      for (const operation of Object.values(plan.operations)) {
        await driver().steering.order({ operation, fault: `slow:${SLOW_MS}` })
      }
      await driver().signAll(await driver().ready(plan.ways[0]), makeItems(1))
    })

    it.each(SIGNED_ANSWERS)('%s while a document is signed', async (fault, codes) => {
      await expectFaultOfSigning(driver(), fault, codes)
    })

    it('answer lost after the provider signed: said so, and not asked for again', async () => {
      await expectFaultOfSigning(driver(), 'answer-lost', ['answer-lost'])
      expect(await driver().steering.signatures()).toHaveLength(1)
    })

    describeCounts(part)
  })
}

function describeCounts({ plan, scenario }: Part): void {
  scenario('fewer signatures', plan.ways[0], async (driver) => expectFaultOfSigning(driver, 'fewer', ['answer-lost']))
  scenario('more signatures', plan.ways[0], async (driver) => expectFaultOfSigning(driver, 'twice', ['answer-lost']))
}

async function expectFaultOfSigning(driver: Driver, fault: string, codes: readonly ProviderErrorCode[]): Promise<void> {
  const { ways, operations } = driver.plan
  const ready = await driver.ready(ways[0])
  const items = makeItems(1)
  const confirmed = await driver.confirm(ready, items)
  await spoil(driver, { operation: operations.sign, fault })
  for (const item of items) await driver.expectError(driver.sign(ready, item, confirmed), ...codes)
  expect((await driver.steering.signatures()).length).toBeLessThanOrEqual(1)
}

/** Orders the fault; for one that hangs, the connector waits less long. */
async function spoil(driver: Driver, order: { operation: string; fault: string }): Promise<void> {
  if (order.fault === 'timeout') driver.connect(IMPATIENT_MS)
  await driver.steering.order(order)
}
