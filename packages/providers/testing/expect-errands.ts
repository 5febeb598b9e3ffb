/**
 * What else holds for a connector that sends people to pages of the provider: to prove who they are when an account is
 * linked or proved again, and to authorise a signature there or on their phone.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectorState, LinkOutcome, SignatureSessionOutcome } from '../src/connector.ts'
import type { ConformancePlan, Way } from './conformance-plan.ts'
import { Driver, LINK_WAY, makeItems, type Ready } from './drive-connector.ts'
import type { StandIn } from './steer-stand-in.ts'

export interface ErrandPlan extends ConformancePlan {
  /** How the stand-in calls, in orders of faults, its page, and the request that asks how far somebody has come. */
  readonly errandOperations: { readonly page: string; readonly check: string }
  /** Authorised on the page. */
  readonly byPage: Way
  /** The same, and the key has a PIN besides. */
  readonly byPageWithPin: Way & { readonly pin: string }
  /** Authorised on the phone. */
  readonly byPhone: Way
  /** Seconds after which a log-in at the provider is surely over. */
  readonly loginLifeSeconds: number
}

const way = LINK_WAY
type Redirect<O> = Extract<O, { kind: 'redirect' }>

/** Declares the cases of pages and phones for one connector. */
export function describeErrands(plan: ErrandPlan): void {
  describe(`${plan.name}: pages of the provider, and the phone`, () => {
    let standIn: StandIn
    let driver: Driver
    beforeAll(async () => {
      standIn = await plan.standIn()
      driver = new Driver(plan, standIn.url)
    })
    beforeEach(() => driver.reset())
    afterAll(() => standIn.close())
    describeLogins(plan, () => driver)
    describeSignatures(plan, () => driver)
  })
}

function describeLogins(plan: ErrandPlan, driver: () => Driver): void {
  const begin = async (): Promise<Redirect<LinkOutcome>> =>
    redirected(await driver().connector.link(plan.account.fields, way))
  const goOn = (state: ConnectorState) => driver().connector.continueLink!(plainCopy(state), { returned: true })
  const spoil = (operation: string, fault: string) => driver().steering.order({ operation, fault })

  it('the page leads back to the address that was named, and the person is linked, with a connector of another process', async () => {
    const { url, state } = await begin()
    expect(await driver().steering.decideOnPage(url, 'approve')).toBe(way.returnUrl)
    driver().connect()
    const outcome = await goOn(state)
    expect(outcome).toMatchObject({ kind: 'linked' })
  })

  it('whoever comes back too early is waited for', async () => {
    const { url, state } = await begin()
    expect((await goOn(state)).kind).toBe('redirect')
    await driver().steering.decideOnPage(url, 'approve')
    expect((await goOn(state)).kind).toBe('linked')
  })

  it('whoever refuses on the page is not linked, whatever is asked again', async () => {
    const { url, state } = await begin()
    await driver().steering.decideOnPage(url, 'deny')
    await driver().expectError(goOn(state), 'cancelled')
    await driver().expectError(goOn(state), 'cancelled')
  })

  it('somebody else who proves themselves on the page is not the one who was asked for', async () => {
    const { url, state } = await begin()
    await spoil(plan.errandOperations.page, 'other-person')
    await driver().steering.decideOnPage(url, 'approve')
    await driver().expectError(goOn(state), 'consent-mismatch')
  })

  it('whoever is too late begins anew', async () => {
    const { state } = await begin()
    await driver().steering.advance(plan.signatureSessionLifeSeconds ?? 0)
    await driver().expectError(goOn(state), 'session-expired')
  })

  it('a log-in is good once', async () => {
    const { url, state } = await begin()
    await driver().steering.decideOnPage(url, 'approve')
    await goOn(state)
    await driver().expectError(goOn(state), 'session-expired')
  })

  it('a provider that does not answer leaves everything as it was', async () => {
    const { url, state } = await begin()
    await driver().steering.decideOnPage(url, 'approve')
    await spoil(plan.errandOperations.check, 'http500')
    await driver().expectError(goOn(state), 'failed')
    expect((await goOn(state)).kind).toBe('linked')
  })

  it('a log-in that is over is proved again on the page, without a password, and one that is good is not', async () => {
    const account = await driver().link()
    expect((await driver().connector.relink!(account, way)).kind).toBe('linked')
    await driver().steering.advance(plan.loginLifeSeconds)
    expect(await driver().connector.check(account)).toBe(false)
    const { url, state } = redirected(await driver().connector.relink!(account, way))
    await driver().steering.decideOnPage(url, 'approve')
    const outcome = await goOn(state)
    if (outcome.kind !== 'linked') throw new Error('not linked')
    expect(await driver().connector.check({ ...account, state: outcome.state })).toBe(true)
  })
}

function describeSignatures(plan: ErrandPlan, driver: () => Driver): void {
  const openFor = async (
    one: Way,
  ): Promise<{ ready: Ready; outcome: SignatureSessionOutcome; items: typeof items }> => {
    const items = makeItems(1)
    const ready = await driver().ready(one)
    return { ready, items, outcome: await driver().openSignatureSession(ready, items, {}) }
  }

  it.each([
    ['page', plan.byPage, 'redirect'],
    ['phone', plan.byPhone, 'waiting'],
  ] as const)('a signature waits for the %s, and is not made before', async (_name, one, kind) => {
    const { ready, items, outcome } = await openFor(one)
    expect(outcome.kind).toBe(kind)
    expect((await driver().continueSignatureSession(ready, outcome.state)).kind).toBe(kind)
    const confirmed = driver().inSignatureSession(outcome.state)
    await driver().expectError(driver().sign(ready, items[0]!, confirmed), 'session-expired')
    expect(await driver().steering.signatures()).toEqual([])
  })

  it('a signature that is refused on the page is not made', async () => {
    const { ready, items, outcome } = await openFor(plan.byPage)
    await driver().steering.decideOnPage(redirected(outcome).url, 'deny')
    await driver().expectError(driver().continueSignatureSession(ready, outcome.state), 'cancelled')
    await driver().expectError(driver().sign(ready, items[0]!, driver().inSignatureSession(outcome.state)), 'cancelled')
    expect(await driver().steering.signatures()).toEqual([])
  })

  it.each(['person-refused', 'person-late'] as const)('%s is reported as what it is', async (fault) => {
    const { ready, outcome } = await openFor(plan.byPhone)
    await driver().steering.order({ operation: plan.errandOperations.check, fault })
    const code = fault === 'person-late' ? 'session-expired' : 'cancelled'
    await driver().expectError(driver().continueSignatureSession(ready, outcome.state), code)
  })

  it('a key with a PIN needs it besides the page, and a wrong one leaves what was authorised as it was', async () => {
    const { ready, items, outcome } = await openFor(plan.byPageWithPin)
    await driver().steering.decideOnPage(redirected(outcome).url, 'approve')
    const confirmed = driver().inSignatureSession((await driver().continueSignatureSession(ready, outcome.state)).state)
    const wrong = driver().sign(ready, items[0]!, { ...confirmed, inputs: { pin: '000000' } })
    await driver().expectError(wrong, 'wrong-pin')
    await driver().sign(ready, items[0]!, { ...confirmed, inputs: { pin: plan.byPageWithPin.pin } })
    expect(await driver().steering.signatures()).toHaveLength(1)
  })

  it('a signature without what authorises it is not made', async () => {
    for (const one of [plan.byPage, plan.byPhone]) {
      const ready = await driver().ready(one)
      await driver().expectError(driver().sign(ready, makeItems(1)[0]!, { inputs: {} }), 'session-expired')
    }
    expect(await driver().steering.signatures()).toEqual([])
  })
}

function redirected<O extends LinkOutcome | SignatureSessionOutcome>(outcome: O): Redirect<O> {
  if (outcome.kind !== 'redirect') throw new Error(`${outcome.kind} instead of a page`)
  return outcome as Redirect<O>
}

const plainCopy = (state: ConnectorState): ConnectorState => JSON.parse(JSON.stringify(state)) as ConnectorState
