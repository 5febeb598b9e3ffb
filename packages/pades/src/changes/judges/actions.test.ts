import { describe, expect, test } from 'vitest'
import { certified, changesBy, object, parts } from '../../../testing/make-signed-form.ts'

const page = object(parts.page1).replace(`${parts.sig2} 0 R]`, `${parts.sig2} 0 R 30 0 R]`)
const kindsOf = (action: string, more: Record<number, string> = {}) =>
  changesBy({ [parts.page1]: page, 30: `<</Subtype /Text ${action}>>`, ...more }, { limits: certified(3) }).filter(
    (change) => change !== 'ANNOTATION_ADDED',
  )

describe('a script is found', () => {
  test.each([
    ['by its text', '/A <</JS (x)>>'],
    ['by its kind', '/A <</S /JavaScript>>'],
    ['behind another action', '/A <</S /URI /Next <</S /JavaScript>>>>'],
    ['in a list of actions', '/A <</S /URI /Next [<</S /GoTo>> <</S /JavaScript>>]>>'],
    ['in a trigger', '/AA <</E <</S /GoTo>> /X <</S /JavaScript>>>>'],
  ])('%s', (_where, action) => {
    expect(kindsOf(action)).toEqual(['JAVASCRIPT'])
  })

  test('in an object of its own', () => {
    expect(kindsOf('/A 31 0 R', { 31: '<</S /URI /Next 32 0 R>>', 32: '<</S 33 0 R>>', 33: '/JavaScript' })).toEqual([
      'JAVASCRIPT',
    ])
  })
})

describe('an action is none', () => {
  test('when it does something else', () => {
    expect(kindsOf('/A <</S /Launch /F (JavaScript)>>')).toEqual(['ACTION'])
  })

  test('when what it leads to has one', () => {
    for (const key of ['D', 'Dest', 'P', 'Parent']) {
      expect(kindsOf(`/A <</S /GoTo /${key} <</S /JavaScript>>>>`)).toEqual(['ACTION'])
    }
  })

  test('when it leads to itself', () => {
    expect(kindsOf('/A 31 0 R', { 31: '<</S /GoTo /Next [31 0 R 32 0 R]>>', 32: '<</S /GoTo /Next 31 0 R>>' })).toEqual(
      ['ACTION'],
    )
  })
})
