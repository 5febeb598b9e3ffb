/** Chance that can be repeated: the same seed gives the same numbers. */
export interface SeededRandom {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
  /** Whether something happens that has this chance. */
  happens(chance: number): boolean
  /** Numbers of its own, which do not depend on how often others are drawn. */
  fork(name: string): SeededRandom
}

/** Mulberry32: 32 bits of state are enough to choose whom to kill. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)]!,
    shuffle: (items) => {
      const left = [...items]
      return items.map(() => left.splice(between(0, left.length - 1), 1)[0]!)
    },
    happens: (chance) => next() < chance,
    fork: (name) =>
      seededRandom(
        [...name].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), seed ^ 0x811c9dc5),
      ),
  }
}
