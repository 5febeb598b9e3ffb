/** A signer is replaced in the moment in which they sign: one of the two happens. */
import { beforeAll, expect, test } from 'vitest'
import { askPdfsig, IN_FULL_RUN, type Scene, trySigning } from '@rubrica/testing'
import { changingScene } from '../scenes/changing-scene.ts'

/** `npm run test:full` runs the hundred rounds; a plain run keeps to a few. */
const ROUNDS = IN_FULL_RUN ? 100 : 6

const { findingsOf, opened, replace, statusOf } = changingScene({ CALLS_PER_MINUTE: '1000000' })
let scene: Scene
beforeAll(() => {
  scene = opened()
})

test('replacing against signing has one winner', { timeout: 900_000 }, async () => {
  const guids: string[] = []
  const won = { signed: 0, replaced: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const { guid, signers } = await scene.send({ signers: ['ana'] })
    const [anas] = signers
    const [signed, replaced] = await Promise.all([
      trySigning(scene.people.ana, anas!.guid),
      // Later in each round, so that the rounds meet every step of signing.
      new Promise<number>((resolve, reject) => {
        const act = () => replace(guid, anas!.guid, { userId: 'biel' }).then(({ status }) => resolve(status), reject)
        setTimeout(() => void act(), (round % 20) * 10)
      }),
    ])
    const after = await statusOf(guid)
    expect([signed === 204, replaced === 200].filter(Boolean)).toHaveLength(1)
    if (signed === 204) {
      expect([replaced, after.state, after.signers.map(({ state }) => state)]).toEqual([409, 'completed', ['signed']])
    } else {
      expect([404, 409, 423]).toContain(signed)
      expect([after.state, after.signers.map(({ state }) => state)]).toEqual(['open', ['replaced', 'pending']])
    }
    const { verdicts } = await askPdfsig(await scene.download({ guid }))
    expect(verdicts).toHaveLength(signed === 204 ? 1 : 0)
    won[signed === 204 ? 'signed' : 'replaced'] += 1
    guids.push(guid)
  }
  expect(won.signed + won.replaced).toBe(ROUNDS)
  expect(await findingsOf(...guids)).toEqual([])
})
