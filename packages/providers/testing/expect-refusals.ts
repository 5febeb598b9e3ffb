import { describe, expect } from 'vitest'
import type { Part } from './conformance-part.ts'
import type { Way } from './conformance-plan.ts'
import { makeItems, type Driver } from './drive-connector.ts'
import type { Inputs } from '../src/connector.ts'

/** More tries than any provider leaves a person. */
const MOST_TRIES = 12

/** What a person mistypes, is too late with, or may not use: nothing is signed, and the error says which it was. */
export function describeRefusals({ plan, scenario }: Part): void {
  const withPin = plan.ways.find((way) => way.pin !== undefined)
  const withSentCode = plan.ways.find((way) => way.code === 'sent')
  describe('refusals', () => {
    scenario('wrong PIN', withPin, async (driver, way) => {
      await expectRefusal(driver, way, { change: (inputs) => ({ ...inputs, pin: '000000' }), codes: ['wrong-pin'] })
    })

    scenario('locked PIN', withPin, async (driver, way) => {
      const ready = await driver.ready(way)
      const items = makeItems(1)
      let last = ''
      for (let tries = 0; last !== 'pin-locked' && tries < MOST_TRIES; tries += 1) {
        const inputs = { ...(await driver.inputsFor(ready, items)), pin: '000000' }
        last = (await driver.expectError(signWith(driver, ready, inputs), 'wrong-pin', 'pin-locked')).code
      }
      const right = await driver.inputsFor(ready, items)
      await driver.expectError(signWith(driver, ready, right), 'pin-locked')
      expect(await driver.steering.signatures()).toEqual([])
    })

    scenario('wrong code', withSentCode, async (driver, way) => {
      const change = (inputs: Inputs) => ({ ...inputs, code: inputs.code === '000000' ? '000001' : '000000' })
      const codes = ['wrong-code', ...(way.pin === undefined ? [] : (['wrong-code-or-pin'] as const))] as const
      await expectRefusal(driver, way, { change, codes })
    })

    scenario('reused code', withSentCode, async (driver, way) => {
      const ready = await driver.ready(way)
      const inputs = await driver.inputsFor(ready, makeItems(1))
      await signWith(driver, ready, inputs)
      await driver.expectError(signWith(driver, ready, inputs), 'wrong-code', 'code-expired', 'wrong-code-or-pin')
      expect(await driver.steering.signatures()).toHaveLength(1)
    })

    scenario('expired code', plan.codeLifeSeconds === undefined ? undefined : withSentCode, async (driver, way) => {
      const ready = await driver.ready(way)
      const inputs = await driver.inputsFor(ready, makeItems(1))
      await driver.steering.advance(plan.codeLifeSeconds ?? 0)
      await driver.expectError(signWith(driver, ready, inputs), 'code-expired', 'wrong-code', 'wrong-code-or-pin')
      expect(await driver.steering.signatures()).toEqual([])
    })

    describePhone({ plan, scenario })
    describeCertificates({ plan, scenario })
  })
}

type Declared = Pick<Part, 'plan' | 'scenario'>

function describePhone({ plan, scenario }: Declared): void {
  scenario(
    'refused on the phone',
    plan.ways.find((way) => way.push === true),
    async (driver, way) => {
      const ready = await driver.ready(way)
      const outcome = await driver.openSignatureSession(ready, makeItems(1), {})
      expect(outcome.kind).toBe('waiting')
      const still = await driver.continueSignatureSession(ready, outcome.state)
      expect(still.kind).toBe('waiting')
      await driver.steering.answerPush('refuse')
      await driver.expectError(driver.continueSignatureSession(ready, still.state), 'cancelled')
      expect(await driver.steering.signatures()).toEqual([])
    },
  )
}

function describeCertificates({ plan, scenario }: Declared): void {
  scenario('disabled certificate', plan.disabled, async (driver, way) => {
    const { certificate } = await driver.ready(way)
    expect(certificate.enabled).toBe(false)
    await expectRefusal(driver, way, { codes: ['certificate-unusable'] })
  })

  scenario('expired certificate', plan.expired, async (driver, way) => {
    await expectRefusal(driver, way, { codes: ['certificate-unusable'] })
  })
}

interface Refusal {
  readonly change?: (inputs: Inputs) => Inputs
  readonly codes: readonly Parameters<Driver['expectError']>[1][]
}

async function expectRefusal(driver: Driver, way: Way, { change, codes }: Refusal): Promise<void> {
  const ready = await driver.ready(way)
  const inputs = await driver.inputsFor(ready, makeItems(1))
  await driver.expectError(signWith(driver, ready, change?.(inputs) ?? inputs), ...codes)
  expect(await driver.steering.signatures()).toEqual([])
}

/** Confirms and signs one new document. */
async function signWith(driver: Driver, ready: Awaited<ReturnType<Driver['ready']>>, inputs: Inputs): Promise<void> {
  const items = makeItems(1)
  const confirmed = await driver.confirm(ready, items, inputs)
  for (const item of items) await driver.sign(ready, item, confirmed)
}
