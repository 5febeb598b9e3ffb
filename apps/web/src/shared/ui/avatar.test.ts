import { expect, test } from 'vitest'
import { initialsOf } from './avatar.tsx'

test.each([
  ['Marta Vilanova i Puig', 'MP'],
  ['ana.soler', 'as'],
  ['ñandu', 'ñ'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => expect(initialsOf(name)).toBe(initials))
