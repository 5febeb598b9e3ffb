import { expect, test } from 'vitest'
import { archiveAfterSignature, archiveBySweep } from './archive-later.ts'

const byJob = async () => undefined

test('what is due after the next sweep is left to it, and what is due sooner gets a job', () => {
  expect(archiveAfterSignature(byJob, 60_000)).toBe(archiveBySweep)
  expect(archiveAfterSignature(byJob, 5_000)).toBe(byJob)
})
