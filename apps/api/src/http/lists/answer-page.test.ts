import { expect, test } from 'vitest'
import { answerPage } from './answer-page.ts'

const cursors = { write: async (_list: unknown, { key, id }: { key: string; id: string }) => `after-${key}-${id}` }
const asked = { list: { list: 'files', owner: 'client:erp', filters: {} }, path: '/api/v1/files', limit: 2 }
const rows = (count: number) => ({
  rows: Array.from({ length: count }, (_, index) => `row${index}`),
  placeOf: (row: string) => ({ key: row, id: '1' }),
  toItem: (row: string) => ({ name: row }),
})

test('a page that is not the last says where the next one begins, with the same filters', async () => {
  const { status, headers, content } = await answerPage(cursors, { ...asked, search: 'tag=a%26b&cursor=old' }, rows(3))
  expect(status).toBe(200)
  expect(JSON.parse(content as string)).toEqual({ data: [{ name: 'row0' }, { name: 'row1' }], next: 'after-row1-1' })
  expect(headers['link']).toBe('</api/v1/files?tag=a%26b&cursor=after-row1-1>; rel="next"')
})

test.each([0, 1, 2])('%i rows are the last page, and there is no link', async (count) => {
  const { headers, content } = await answerPage(cursors, { ...asked, search: '' }, rows(count))
  expect(JSON.parse(content as string)).toMatchObject({ next: null })
  expect(headers).not.toHaveProperty('link')
})

test('no query of a caller ends the address early or adds a link', async () => {
  const search = 'x=%3E%3B%20rel%3D%22prev%22&y=>; rel="first"\r\n'
  const { headers } = await answerPage(cursors, { ...asked, search }, rows(3))
  expect(headers['link']).toMatch(/^<[^<>"\s]+>; rel="next"$/)
})
