import { describe, expect, test } from 'vitest'
import { aliasFor, EMPTY_UPLOAD, readyToUpload, uploadProblems, type UploadFields } from './upload-fields.ts'

const fields = (changes: Partial<UploadFields>): UploadFields => ({
  ...EMPTY_UPLOAD,
  file: new File(['x'], 'key.p12'),
  alias: 'Work',
  pin: '1234',
  repeatedPin: '1234',
  ...changes,
})

describe('the upload form', () => {
  test('may be sent once file, name and twice the same PIN are given', () => {
    expect(readyToUpload(fields({}))).toBe(true)
  })

  test.each([
    ['no file', { file: null }],
    ['a name of blanks', { alias: '  ' }],
    ['no PIN', { pin: '', repeatedPin: '' }],
    ['another repeated PIN', { repeatedPin: '1235' }],
    ['a file of another kind', { file: new File(['x'], 'key.pdf') }],
  ])('may not be sent with %s', (_, changes) => {
    expect(readyToUpload(fields(changes))).toBe(false)
  })

  test('takes .p12 and .pfx in any case', () => {
    expect(uploadProblems(fields({ file: new File(['x'], 'KEY.PFX') })).size).toBe(0)
    expect(uploadProblems(fields({ file: new File(['x'], 'key.pem') }))).toContain('wrongKindOfFile')
  })

  test('does not complain of a repeated PIN that has not been typed yet', () => {
    expect(uploadProblems(fields({ repeatedPin: '' })).size).toBe(0)
    expect(uploadProblems(fields({ repeatedPin: '1' }))).toContain('pinsDiffer')
  })

  test('proposes the name of the file', () => {
    expect(aliasFor('ana_soler  2026.p12')).toBe('ana soler 2026')
  })
})
