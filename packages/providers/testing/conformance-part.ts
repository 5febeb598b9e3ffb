import type { ConformancePlan, Scenario, Way } from './conformance-plan.ts'
import type { Driver } from './drive-connector.ts'

/** One part of the suite: `driver` may be called inside of tests only. */
export interface Part {
  readonly plan: ConformancePlan
  readonly driver: () => Driver
  /** A test for what a provider may lack; `way` is the first way that the scenario applies to. */
  readonly scenario: (name: Scenario, way: Way | undefined, run: (driver: Driver, way: Way) => Promise<void>) => void
}
