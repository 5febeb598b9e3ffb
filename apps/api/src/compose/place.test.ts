import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openPlace } from './place.ts'

const SERVER = 'https://pre.sign.example'
const PORTAL = 'https://sign.example'
const at = (env: Readonly<Record<string, string>>) => openPlace(readConfig({ PUBLIC_URL: SERVER, ...env }))

test('people are led to the server’s own portal, which needs no word of its environment', () => {
  const place = at({ DEPLOYMENT: 'PRE' })
  expect([place.portalUrl, place.portalEntry('/documents/1')]).toEqual([SERVER, `${SERVER}/documents/1`])
  place.publicUrl = 'http://127.0.0.1:41000'
  expect(place.portalEntry('/recovery', { t: 'a.b' })).toBe('http://127.0.0.1:41000/recovery?t=a.b')
})

test.each([
  ['PRE', '?env=PRE'],
  ['PRO', '?env=PRO'],
  ['LOCAL', ''],
])(
  'people of %s are led to a portal that another origin serves, with the environment where it has one',
  (name, query) => {
    const place = at({ DEPLOYMENT: name, PORTAL_URL: PORTAL })
    expect([place.publicUrl, place.portalUrl]).toEqual([SERVER, PORTAL])
    expect(place.portalEntry('/documents/1')).toBe(`${PORTAL}/documents/1${query}`)
  },
)

test('an environment that is asked for counts before the server’s own', () => {
  const place = at({ DEPLOYMENT: 'PRE', PORTAL_URL: PORTAL })
  expect(place.portalEntry('/recovery', { t: 'a.b', env: 'PRO' })).toBe(`${PORTAL}/recovery?env=PRO&t=a.b`)
})
