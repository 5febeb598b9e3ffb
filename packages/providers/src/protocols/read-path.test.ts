import { expect, it } from 'vitest'
import { settingsOf } from '../../testing/settings-of.ts'
import { readPath } from './read-path.ts'

it.each(['/login', '/a/b-c/v1.2', '/a;b=c'])('takes the path %s', (path) => {
  expect(readPath(settingsOf({ LOGIN_PATH: path }), 'LOGIN_PATH', '/')).toBe(path)
})

it.each(['login', '@example.org', ':80/a', '/a?b=c', '/a#b', '//example.org', '/a b', '/', 'https://example.org/a'])(
  'refuses %s, which could lead elsewhere',
  (path) => {
    expect(() => readPath(settingsOf({ LOGIN_PATH: path }), 'LOGIN_PATH', '/login')).toThrow('LOGIN_PATH')
  },
)
