import { expect, test } from 'vitest'
import { CallWindows } from './call-window.ts'

const MINUTE = 60_000

test('each key has its own quota, which begins anew when its window ends', () => {
  const windows = new CallWindows(2, MINUTE)
  expect(windows.take('one', 0)).toEqual({ isOver: false, left: 1, endsInMs: MINUTE })
  expect(windows.take('one', 1000)).toEqual({ isOver: false, left: 0, endsInMs: MINUTE - 1000 })
  expect(windows.take('one', 2000)).toMatchObject({ isOver: true, left: 0 })
  expect(windows.take('two', 2000)).toMatchObject({ isOver: false, left: 1, endsInMs: MINUTE })
  expect(windows.take('one', MINUTE)).toEqual({ isOver: false, left: 1, endsInMs: MINUTE })
})

test('what is given back is left, and never more than there was', () => {
  const windows = new CallWindows(2, MINUTE)
  windows.giveBack('one', 0)
  windows.take('one', 0)
  windows.giveBack('one', 0)
  windows.giveBack('one', 0)
  expect(windows.take('one', 0).left).toBe(1)
  windows.giveBack('one', MINUTE)
  expect(windows.take('one', MINUTE).left).toBe(1)
})

test('of very many keys those are forgotten that began first', () => {
  const windows = new CallWindows(1, MINUTE)
  for (let key = 0; key < 20_001; key += 1) windows.take(String(key), key)
  expect(windows.take('1', 20_001).isOver).toBe(true)
  expect(windows.take('0', 20_001).isOver).toBe(false)
})
