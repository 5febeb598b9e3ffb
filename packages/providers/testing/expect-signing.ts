import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Part } from './conformance-part.ts'
import type { Way } from './conformance-plan.ts'
import { expectSignature, hexOf, makeItems, type Driver } from './drive-connector.ts'

/** From the list of certificates to signatures that verify, in every way that the provider has. */
export function describeSigning(part: Part): void {
  const { plan, driver } = part
  describe.each(plan.ways)('signing: $name', (way) => {
    it('is in the list', async () => {
      const { certificate } = await driver().ready(way)
      expect(certificate).toMatchObject(way.expected)
      expect(certificate.enabled).toBe(true)
      expect(certificate.alias).not.toBe('')
      for (const der of certificate.chain) expect(new X509Certificate(der).subject).toBeTruthy()
    })

    it('signs one document', async () => {
      const ready = await driver().ready(way)
      await driver().signAll(ready, makeItems(1))
    })

    it('signs several documents, each once', async () => {
      const ready = await driver().ready(way)
      const items = makeItems(Math.min(ready.key.maxDocuments ?? 3, 3))
      if (way.opensSignatureSession === true || way.code !== undefined) await driver().signAll(ready, items)
      else for (const item of items) await driver().signAll(ready, [item])
      const signed = await driver().steering.signatures()
      expect(signed.map((row) => row.digest).sort()).toEqual(items.map(hexOf).sort())
    })
  })

  describe('signing', () => describeLimits(part))
}

function describeLimits({ plan, scenario }: Part): void {
  scenario('signature session for other digests', withSignatureSession(plan.ways), async (driver, way) => {
    const ready = await driver.ready(way)
    const [announced, other] = makeItems(2)
    if (!announced || !other) throw new Error('no items')
    const confirmed = await driver.confirm(ready, [announced])
    await driver.expectError(driver.sign(ready, other, confirmed), 'digest-not-authorised')
    expect(await driver.steering.signatures()).toEqual([])
  })

  scenario('expired signature session', withSignatureSession(plan.ways), async (driver, way) => {
    const ready = await driver.ready(way)
    const items = makeItems(1)
    const confirmed = await driver.confirm(ready, items)
    await driver.steering.advance(plan.signatureSessionLifeSeconds ?? 0)
    await driver.expectError(signFirst(driver, { ready, items, confirmed }), 'session-expired')
    expect(await driver.steering.signatures()).toEqual([])
  })

  scenario('duplicated delivery', withSignatureSession(plan.ways), async (driver, way) => {
    const ready = await driver.ready(way)
    const items = makeItems(1)
    const inputs = await driver.inputsFor(ready, items)
    const confirmed = await driver.confirm(ready, items, inputs)
    await signFirst(driver, { ready, items, confirmed })
    const codes = ['session-expired', 'digest-not-authorised', 'wrong-code', 'code-expired', 'not-authorised'] as const
    await driver.expectError(signFirst(driver, { ready, items, confirmed }), ...codes)
    expect(await driver.steering.signatures()).toHaveLength(1)
  })

  scenario('batch too large', withLimit(plan.ways), async (driver, way) => {
    const ready = await driver.ready(way)
    const tooMany = makeItems((ready.key.maxDocuments ?? 0) + 1)
    await driver.expectError(driver.confirm(ready, tooMany, { pin: way.pin ?? '' }), 'batch-too-large')
    expect(await driver.steering.signatures()).toEqual([])
  })
}

const withSignatureSession = (ways: readonly Way[]): Way | undefined =>
  ways.find((way) => way.opensSignatureSession === true)

const withLimit = (ways: readonly Way[]): Way | undefined =>
  ways.find((way) => way.opensSignatureSession === true && typeof way.expected.maxDocuments === 'number')

type Prepared = {
  readonly ready: Awaited<ReturnType<Driver['ready']>>
  readonly items: ReturnType<typeof makeItems>
  readonly confirmed: Awaited<ReturnType<Driver['confirm']>>
}

async function signFirst(driver: Driver, { ready, items, confirmed }: Prepared): Promise<void> {
  for (const item of items.slice(0, 1)) expectSignature(ready, item, await driver.sign(ready, item, confirmed))
}
