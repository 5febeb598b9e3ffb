import { expect, test } from 'vitest'
import { changesOf } from './edit-form.ts'

const BEFORE = {
  fileName: 'lease.pdf',
  message: 'Please sign',
  tags: 'Legal, Housing',
  deadline: '2026-12-01',
  team: null,
  passingOn: 'no' as const,
}

test('what stays as it was is not sent, however it is spaced', () => {
  expect(changesOf(BEFORE, { ...BEFORE, fileName: ' lease.pdf ', tags: 'Legal,Housing,, Legal' })).toEqual({})
})

test('what has changed is sent, tags one by one, a deadline as the end of its day, and none as null', () => {
  expect(changesOf(BEFORE, { ...BEFORE, tags: 'Legal, New', message: '' })).toEqual({
    tags: ['Legal', 'New'],
    message: '',
  })
  const later = changesOf(BEFORE, { ...BEFORE, deadline: '2026-12-24' })
  expect(later).toEqual({ deadline: new Date('2026-12-24T23:59:59').toISOString() })
  expect(changesOf(BEFORE, { ...BEFORE, deadline: undefined })).toEqual({ deadline: null })
})

test('another team is sent, and none as null', () => {
  expect(changesOf(BEFORE, { ...BEFORE, team: 'a' })).toEqual({ team: 'a' })
  expect(changesOf({ ...BEFORE, team: 'a' }, BEFORE)).toEqual({ team: null })
})
