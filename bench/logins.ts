/**
 * Whether log-ins tell who has an account: how long the answer takes for people with a wrong password and for names
 * that nobody has, a thousand each in turns, and the same for the first step of a recovery, where unknown people are
 * hidden. The floor is one hash of a password with the same cost.
 */
import { Argon2Passwords } from '../apps/api/src/adapters/passwords/argon2-passwords.ts'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { openLoginStage, type LoginStage } from './parts/login-stage.ts'
import { compareRanks } from './parts/rank-test.ts'

const ROUNDS = 1000
/** An account closes after ten wrong passwords in a row. */
const TRIES = 5
const WARM_UP = 50
const MEDIAN_TARGET = 0.05
const LEAST_P = 0.01
const FLOOR_EVERY = 10
const FLOOR_TARGET = 1.5

type Ask = (name: string) => Promise<void>

async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work
  return performance.now() - began
}

type Names = (index: number) => { readonly known: string; readonly unknown: string }

/**
 * Both kinds of names take turns, and which comes first is drawn, so that nothing but the name differs.
 * @param between done now and then, so that its times are of the same minutes
 */
async function askInTurns(ask: Ask, names: Names, between: () => Promise<void> = async () => undefined) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let index = 0; index < ROUNDS + WARM_UP; index += 1) {
    if (index % FLOOR_EVERY === 0) await between()
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const taken = await timed(ask(names(index)[kind]))
      if (index >= WARM_UP) times[kind].push(taken)
    }
  }
  return times
}

function compare(what: string, { known, unknown }: { known: readonly number[]; unknown: readonly number[] }): Figure[] {
  const [ours, theirs] = [median(known), median(unknown)]
  const { p } = compareRanks(known, unknown)
  return [
    {
      what: `${what}, median`,
      value: round(ours),
      unit: 'ms',
      against: { what: 'a name that nobody has', value: round(theirs) },
      ratio: round(ours / theirs),
      target: `within ${MEDIAN_TARGET * 100} %`,
      ok: Math.abs(ours / theirs - 1) <= MEDIAN_TARGET,
    },
    {
      what: `${what}, Mann-Whitney p`,
      value: round(p),
      unit: '',
      against: null,
      ratio: null,
      target: `> ${LEAST_P}`,
      ok: p > LEAST_P,
    },
  ]
}

/** Compares a wrong password with one, and keeps the times. */
async function openFloor() {
  const passwords = new Argon2Passwords()
  const hash = await passwords.hash('Correct-Horse-7')
  const times: number[] = []
  const compareOnce = async () => void times.push(await timed(passwords.matches('Wrong-Horse-7', hash)))
  return { times, compareOnce }
}

function besideFloor(ours: number, floor: number): Figure {
  return {
    what: 'wrong password, beside one hash',
    value: round(ours),
    unit: 'ms',
    against: { what: 'argon2id', value: round(floor) },
    ratio: round(ours / floor),
    target: `≤ × ${FLOOR_TARGET}`,
    ok: ours / floor <= FLOOR_TARGET,
  }
}

async function measure(stage: LoginStage, say: BenchOptions['say']): Promise<readonly Figure[]> {
  say(`${ROUNDS} wrong passwords of people, and ${ROUNDS} of names that nobody has …`)
  const nameAt = (index: number) => ({
    known: stage.knownName(Math.floor(index / TRIES)),
    unknown: stage.unknownName(Math.floor(index / TRIES)),
  })
  const floor = await openFloor()
  const wrong = await askInTurns((name) => stage.logIn(name), nameAt, floor.compareOnce)
  say(`${ROUNDS} recoveries of each …`)
  const recoveries = await askInTurns((name) => stage.recover(name), nameAt)
  return [
    ...compare('wrong password', wrong),
    ...compare('recovery', recoveries),
    besideFloor(median(wrong.known), median(floor.times)),
  ]
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using stage = await openLoginStage(Math.ceil((ROUNDS + WARM_UP) / TRIES))
  return await measure(stage, say)
}
