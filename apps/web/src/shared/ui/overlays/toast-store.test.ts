import { TOAST_MS } from '@rubrica/domain'
import { expect, test } from 'vitest'
import { createToastStore } from './toast-store.ts'

/** A clock that is moved by hand: `pass` runs what was due. */
function handClock() {
  let due: { run: () => void; at: number }[] = []
  let now = 0
  return {
    start: (run: () => void, ms: number) => {
      const timer = { run, at: now + ms }
      due.push(timer)
      return timer
    },
    stop: (timer: unknown) => {
      due = due.filter((each) => each !== timer)
    },
    pass: (ms: number) => {
      now += ms
      for (const timer of due.filter(({ at }) => at <= now)) {
        due = due.filter((each) => each !== timer)
        timer.run()
      }
    },
  }
}

const texts = (toasts: readonly { text: string }[]) => toasts.map(({ text }) => text)

test('a toast goes after three seconds and stays readable in the list', () => {
  const clock = handClock()
  const store = createToastStore(clock)
  store.show('success', 'Signed')
  clock.pass(TOAST_MS - 1)
  expect(texts(store.read().showing)).toEqual(['Signed'])
  clock.pass(1)
  expect(store.read().showing).toEqual([])
  expect(texts(store.read().recent)).toEqual(['Signed'])
})

test('a pointed-at toast waits, and gets its full time once left', () => {
  const clock = handClock()
  const store = createToastStore(clock)
  store.show('error', 'Refused')
  store.pause()
  clock.pass(TOAST_MS * 5)
  store.show('success', 'Signed')
  expect(texts(store.read().showing)).toEqual(['Refused', 'Signed'])
  store.resume()
  clock.pass(TOAST_MS)
  expect(store.read().showing).toEqual([])
})

test('a dismissed toast does not stop the others', () => {
  const clock = handClock()
  const store = createToastStore(clock)
  store.show('info', 'one')
  store.show('info', 'two')
  store.dismiss(store.read().showing[0]!.id)
  expect(texts(store.read().showing)).toEqual(['two'])
  clock.pass(TOAST_MS)
  expect(store.read().showing).toEqual([])
})

test('the list keeps the last ten, newest first', () => {
  const store = createToastStore(handClock())
  for (let i = 1; i <= 12; i++) store.show('info', String(i))
  expect(texts(store.read().recent)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'])
})

test('log-out forgets every message', () => {
  const store = createToastStore(handClock())
  store.show('info', 'one')
  store.clear()
  expect(store.read()).toEqual({ showing: [], recent: [] })
})

test.each(['dismiss', 'clear'] as const)('a pause ends with the toast that caused it: %s', (end) => {
  const clock = handClock()
  const store = createToastStore(clock)
  store.show('error', 'First')
  store.pause()
  store[end](store.read().showing[0]!.id)
  store.show('error', 'Second')
  clock.pass(TOAST_MS)
  expect(store.read().showing).toEqual([])
})
