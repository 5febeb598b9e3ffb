import { expect, test } from 'vitest'
import { DatabaseClock } from './database-clock.ts'

const START = Date.UTC(2026, 0, 1)

/** A machine whose clocks are moved by hand; its wall clock is so far from the true one. */
function machineOff(wallOff: number) {
  const state = { monotonic: 1000, wallOff }
  const clocks = { monotonic: () => state.monotonic, wall: () => START + state.monotonic + state.wallOff }
  return { state, clocks }
}

/** The database answers after `took`, and told its time in the middle. */
function ask(clock: DatabaseClock, state: { monotonic: number }, { took = 10, off = 0 } = {}): void {
  const asked = state.monotonic
  state.monotonic += took
  clock.learn({ asked, told: START + asked + took / 2 + off, answered: state.monotonic })
}

test('a machine that is two minutes ahead or behind has the time of the database, and knows how far it is off', () => {
  for (const off of [120_000, -120_000]) {
    const { state, clocks } = machineOff(off)
    const clock = new DatabaseClock(clocks)
    ask(clock, state)
    expect(Math.abs(clock.now().getTime() - START - state.monotonic)).toBeLessThanOrEqual(5)
    expect(Math.abs(clock.skewMs() - off)).toBeLessThanOrEqual(5)
  }
})

test('a clock that cannot be told from the database’s is taken as it is', () => {
  const { state, clocks } = machineOff(3)
  const clock = new DatabaseClock(clocks)
  ask(clock, state)
  expect(clock.now().getTime()).toBe(clocks.wall())
  expect(clock.skewMs()).toBe(0)
})

test('a slow answer says little, and does not spoil what quick ones have told', () => {
  const { state, clocks } = machineOff(60_000)
  const clock = new DatabaseClock(clocks)
  ask(clock, state, { took: 9000 })
  expect(clock.skewMs()).toBeGreaterThan(50_000)
  ask(clock, state, { took: 2 })
  ask(clock, state, { took: 9000 })
  expect(Math.abs(clock.skewMs() - 60_000)).toBeLessThan(20)
})

test('a machine whose clock is set while it runs keeps the time of the database', () => {
  const { state, clocks } = machineOff(0)
  const clock = new DatabaseClock(clocks)
  ask(clock, state)
  state.wallOff = 3_600_000
  expect(Math.abs(clock.now().getTime() - START - state.monotonic)).toBeLessThanOrEqual(5)
})

test('a database with another clock, as after a failover, is believed at once', () => {
  const { state, clocks } = machineOff(0)
  const clock = new DatabaseClock(clocks)
  ask(clock, state)
  ask(clock, state, { off: 30_000 })
  expect(Math.abs(clock.skewMs() + 30_000)).toBeLessThanOrEqual(5)
})

test('before it has learnt anything it is the machine’s clock', () => {
  const { clocks } = machineOff(7)
  const clock = new DatabaseClock(clocks)
  expect(clock.now().getTime()).toBe(clocks.wall())
  expect(clock.skewMs()).toBe(0)
})
