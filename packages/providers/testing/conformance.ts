/**
 * The suite that every connector passes against its stand-in, over HTTP. A connector's test calls `describeConnector`
 * with a plan; what the provider's protocol cannot do is declared there with the reason, and stands in the report.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Part } from './conformance-part.ts'
import type { ConformancePlan } from './conformance-plan.ts'
import { Driver } from './drive-connector.ts'
import { describeAccounts } from './expect-accounts.ts'
import { describeFaults } from './expect-faults.ts'
import { describeRefusals } from './expect-refusals.ts'
import { describeSigning } from './expect-signing.ts'
import type { StandIn } from './steer-stand-in.ts'

/** Declares the whole suite for one connector. */
export function describeConnector(plan: ConformancePlan): void {
  describe(`${plan.name}: conformance of the connector`, () => {
    let standIn: StandIn | undefined
    let driver: Driver | undefined
    beforeAll(async () => {
      standIn = await plan.standIn()
      driver = new Driver(plan, standIn.url)
    })
    beforeEach(async () => driver?.reset())
    afterAll(async () => standIn?.close())
    const current = (): Driver => {
      if (driver === undefined) throw new Error('The stand-in did not start')
      return driver
    }
    const part: Part = { plan, driver: current, scenario: declareScenario(plan, current) }
    describeAccounts(part)
    describeSigning(part)
    describeRefusals(part)
    describeFaults(part)
  })
}

function declareScenario(plan: ConformancePlan, driver: () => Driver): Part['scenario'] {
  return (name, way, run) => {
    const reason = plan.lacks?.[name]
    if (reason !== undefined) {
      it(`${name}: not with this provider, ${reason}`, () => expect(reason).not.toBe(''))
      return
    }
    it(name, async () => {
      if (way === undefined) throw new Error(`The plan neither makes "${name}" possible nor says why it is lacking`)
      await run(driver(), way)
    })
  }
}
