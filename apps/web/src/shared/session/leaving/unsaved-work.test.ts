import { expect, test } from 'vitest'
import { afterUnsavedWork, guardUnsavedWork, type AskBefore } from './unsaved-work.ts'

test('a step is taken at once when nothing would be lost, and else by whoever asks the person', () => {
  const done: string[] = []
  afterUnsavedWork(() => done.push('free'))
  const asked: (() => void)[] = []
  const release = guardUnsavedWork((goOn) => asked.push(goOn))
  afterUnsavedWork(() => done.push('guarded'))
  expect(done).toEqual(['free'])
  asked[0]!()
  expect(done).toEqual(['free', 'guarded'])
  release()
  afterUnsavedWork(() => done.push('free again'))
  expect(done).toEqual(['free', 'guarded', 'free again'])
})

test('who stops asking takes nobody else away', () => {
  const silent: AskBefore = () => undefined
  const release = guardUnsavedWork(() => undefined)
  const releaseSecond = guardUnsavedWork(silent)
  release()
  let went = false
  afterUnsavedWork(() => (went = true))
  expect(went).toBe(false)
  releaseSecond()
})
