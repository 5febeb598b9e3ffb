import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSessionState, FLAG } from './session-state.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a value is kept under its key, and is gone with the session', () => {
  const state = createSessionState('showApprovals', FLAG)
  expect(state.read()).toBe(false)
  state.write(true)
  expect(Object.fromEntries(kept)).toEqual({ showApprovals: 'true' })
  expect(state.read()).toBe(true)
  kept.clear()
  expect(state.read()).toBe(false)
})

test('the same value is read as long as the session says the same', () => {
  const state = createSessionState('user', { parse: (stored) => ({ stored }), serialise: ({ stored }) => stored ?? '' })
  const first = state.read()
  expect(state.read()).toBe(first)
  kept.set('user', 'ana')
  expect(state.read()).toEqual({ stored: 'ana' })
})
