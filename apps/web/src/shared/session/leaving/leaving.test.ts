import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveFor } from './leaving.ts'

const replace = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { replace })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the browser is led away three seconds after the person was told, and not before', () => {
  leaveFor({ address: 'https://erp.example.org/done', why: 'authorised' })
  vi.advanceTimersByTime(2999)
  expect(replace).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(replace).toHaveBeenCalledExactlyOnceWith('https://erp.example.org/done')
})
