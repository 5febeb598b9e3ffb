import { expect, test } from 'vitest'
import { PortalError } from '@rubrica/domain'
import type { FailpointName } from '../../ports/failpoints.ts'
import type { EndedSignature, SigningWay } from './signing-metrics.ts'
import { watchSignatures } from './watch-signatures.ts'

/** A watch by a clock that a test sets, with all that was told. */
function stage() {
  const told: { ended: EndedSignature[]; steps: [FailpointName, number][]; reached: FailpointName[] } = {
    ended: [],
    steps: [],
    reached: [],
  }
  const time = { now: 0 }
  const watched = watchSignatures({
    metrics: {
      signatureEnded: (ended) => void told.ended.push(ended),
      stepReached: (...step) => void told.steps.push(step),
    },
    reach: async (step) => void told.reached.push(step),
    clock: () => time.now,
  })
  const signing = (way: SigningWay, steps: readonly [FailpointName, number][], after = 0) =>
    watched(way, async (reach) => {
      for (const [step, ms] of steps) {
        time.now += ms
        await reach(step)
      }
      time.now += after
    })
  return { told, watched, signing }
}

test('each step takes the time since the one before it, and is reached as without the watch', async () => {
  const { told, signing } = stage()
  await signing(
    'vault',
    [
      ['signer-found', 10],
      ['claimed', 30],
      ['committed', 100],
    ],
    60,
  )
  expect(told.steps).toEqual([
    ['signer-found', 0.01],
    ['claimed', 0.03],
    ['committed', 0.1],
  ])
  expect(told.reached).toEqual(['signer-found', 'claimed', 'committed'])
  expect(told.ended).toEqual([{ way: 'vault', outcome: 'signed', ownSeconds: 0.2 }])
})

test.each([
  ['provider', 'signature-made', 1],
  ['errand', 'signature-made', 1],
  ['on-demand', 'consent-answered', 1],
  ['vault', 'signature-made', 21],
] as const)('of a signature by way of %s the time before %s counts as %i seconds', async (way, step, seconds) => {
  const { told, signing } = stage()
  await signing(way, [
    ['claimed', 500],
    [step, 20_000],
    ['committed', 500],
  ])
  expect(told.ended[0]!.ownSeconds).toBeCloseTo(seconds)
})

test('an answer of before is no further signature, and what the person has yet to do is no end', async () => {
  const { told, signing, watched } = stage()
  await signing('vault', [['signer-found', 1]])
  await watched(
    'errand',
    async () => 'go on',
    (answer) => answer !== 'go on',
  )
  expect(told.ended.map(({ outcome }) => outcome)).toEqual(['repeated'])
})

test.each([
  [new PortalError('WRONG_PIN', 'no'), 'refused'],
  [new PortalError('PROVIDER_TIMEOUT', 'no'), 'provider-failed'],
  [new PortalError('TIMESTAMP_UNAVAILABLE', 'no'), 'failed'],
  [new TypeError('a mistake'), 'failed'],
])('%s ends it as such and goes on to the caller', async (error, outcome) => {
  const { told, watched } = stage()
  await expect(watched('guest', () => Promise.reject(error))).rejects.toBe(error)
  expect(told.ended).toMatchObject([{ way: 'guest', outcome }])
})
