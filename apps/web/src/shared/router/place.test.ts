import { expect, test } from 'vitest'
import { hrefOf, matchPath, readSearch } from './place.ts'
import { createRoute, matchRoute, writeTarget } from './routes.ts'

test('an address is its path with the parts of the target, each written so that it cannot break out', () => {
  expect(hrefOf({ to: '/documents/$docGuid', params: { docGuid: 'a/b?c' } })).toBe('/documents/a%2Fb%3Fc')
})

test('what is undefined or has its default does not stand in an address', () => {
  const search = { page: 1, size: 25, name: 'año & más', tag: '', sender: undefined }
  expect(hrefOf({ to: '/documents', search }, { page: 1, size: 10 })).toBe(
    '/documents?size=25&name=a%C3%B1o+%26+m%C3%A1s&tag=',
  )
})

test.each([
  ['/documents', '/documents', {}],
  ['/documents', '/documents/', {}],
  ['/documents', '/documents/1', null],
  ['/documents/$docGuid', '/documents/a%20b', { docGuid: 'a b' }],
  ['/documents/$docGuid', '/documents/', null],
  ['/documents/$docGuid', '/documents/1/2', null],
  ['/documents/$docGuid', '/documents/%E0%A4%A', null],
  ['/', '/', {}],
] as const)('of the path %s the address %s has %j', (path, pathname, params) => {
  expect(matchPath(path, pathname)).toEqual(params)
})

test('of a parameter that stands twice in an address the last counts', () => {
  expect(readSearch('?page=1&page=2&tag')).toEqual({ page: '2', tag: '' })
})

test('a route makes its own of an address, and writes it without what is usual', () => {
  const screen = () => Promise.resolve(() => null)
  const read = ({ page = '1' }) => ({ page: Number(page) })
  const route = createRoute({ path: '/approvals', title: 'header.approvals', read, defaults: { page: 1 }, screen })
  expect(matchRoute([route], { pathname: '/approvals', search: '?page=3' })).toMatchObject({ search: { page: 3 } })
  expect(matchRoute([route], { pathname: '/elsewhere', search: '' })).toBeNull()
  expect(writeTarget([route], { to: '/approvals', search: { page: 1 } })).toBe('/approvals')
})
