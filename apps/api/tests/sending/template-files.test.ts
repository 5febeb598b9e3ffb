/** Templates as files: exported without ids of this installation, and imported as hostile. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf } from '@rubrica/testing'
import { codeOf, openTemplateScene } from '../scenes/template-scene.ts'

let open: Awaited<ReturnType<typeof openTemplateScene>>
beforeAll(async () => {
  open = await openTemplateScene()
})
afterAll(() => open.scene[Symbol.asyncDispose]())

interface Exported {
  readonly name: string
  readonly content: { readonly documents: object[]; readonly signers: { readonly role?: string }[] }
}

async function exported(): Promise<Exported> {
  const content = {
    documents: [
      { file: await open.upload('biel'), attachments: [{ file: await open.upload('biel', 'annex'), signers: [0] }] },
    ],
    signers: [
      { userId: 'ana', approvers: [{ role: 'Ana Soler' }] },
      { role: 'Tenant', approvers: [{ userId: 'ANA' }] },
    ],
  }
  const made = await open.write('biel', 'POST templates', { name: 'Lease', content })
  const { guid } = (await made.json()) as { guid: string }
  const answer = await open.ask('biel', `templates/${guid}/exported`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Exported
}

test('an exported template names no person or file of this installation, and means the same in another subscription', async () => {
  const file = await exported()
  const text = JSON.stringify({ ...file, content: { ...file.content, documents: [] } })
  expect(text).not.toMatch(/userId|legalId|[0-9a-f]{8}-[0-9a-f]{4}/)
  const [{ role }] = file.content.signers as [{ role: string }]
  expect(file.content.signers).toMatchObject([
    { approvers: [{ role: 'Ana Soler' }] },
    { role: 'Tenant', approvers: [{ role }] },
  ])
  const key = { 'idempotency-key': crypto.randomUUID() }
  const imported = await open.write('carla', 'POST templates/imported', file, key)
  expect(imported.status).toBe(201)
  const template = (await imported.json()) as { guid: string; content: Exported['content'] }
  expect(template).toMatchObject({
    name: 'Lease',
    share: 'private',
    isOwn: true,
    content: { documents: [{ fileName: 'Lease.pdf' }] },
  })
  const again = await open.write('carla', 'POST templates/imported', file, key)
  expect(((await again.json()) as { guid: string }).guid).toBe(template.guid)
  const roles = { [role]: { userId: 'carla' }, Tenant: { userId: 'carla' }, 'Ana Soler': { userId: 'carla' } }
  const twice = await open.write('carla', `POST templates/${template.guid}/dispatches`, { roles })
  expect(await codeOf(twice)).toEqual([400, 'VALIDATION_FAILED'])
})

const pdf = Buffer.from(makePdf({ text: 'x' })).toString('base64')
const document = (data: string) => ({ fileName: 'x.pdf', data })
const content = { documents: [], signers: [{ role: 'Tenant' }] }
const deep = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as object

test.each<[string, object, number]>([
  ['of no known format', { format: 'other', name: 'x', content }, 400],
  ['without content', { content: undefined }, 400],
  ['whose content is nested', { format: 'rubrica-template-1', name: 'x', content: deep }, 400],
  ['without signers', { name: 'x', content: { signers: [] } }, 400],
  ['with 51 signers', { content: { signers: Array.from({ length: 51 }, (_, n) => ({ role: `r${n}` })) } }, 400],
  ['with a role that signs twice', { content: { signers: [{ role: 'A' }, { role: 'a' }] } }, 400],
  ['with a name of 201 letters', { name: 'x'.repeat(201) }, 400],
  ['with a lock that there is not', { content: { ...content, locks: ['everything'] } }, 400],
  ['with locked places and free people', { content: { ...content, locks: ['places'] } }, 400],
  ['with locked files that it lacks', { content: { ...content, locks: ['files'] } }, 400],
  [
    'with a gap between stages',
    {
      content: {
        signers: [
          { role: 'A', stage: 1 },
          { role: 'B', stage: 3 },
        ],
      },
    },
    400,
  ],
  [
    'with a place on no document',
    { content: { signers: [{ role: 'A', positions: [{ anchor: 'x', document: 4 }] }] } },
    400,
  ],
  ['with a file that is not base64', { content: { ...content, documents: [document('%%%')] } }, 400],
  [
    'with a file that is no PDF',
    { content: { ...content, documents: [document(Buffer.from('MZ').toString('base64'))] } },
    422,
  ],
  ['with 51 files', { content: { ...content, documents: Array.from({ length: 51 }, () => document(pdf)) } }, 400],
  [
    'with ids of files',
    { content: { ...content, documents: [{ file: crypto.randomUUID(), fileName: 'x.pdf' }] } },
    400,
  ],
  ['with a prototype', { content: { signers: [{ ['__proto__']: { role: 'A' } }] } }, 400],
])('a template %s is refused, and nothing is kept of it', async (_what, file, status) => {
  const before = await open.rows('select count(*) from templates')
  const body = { format: 'rubrica-template-1', name: 'x', content, ...file }
  const answer = await open.write('biel', 'POST templates/imported', body)
  expect(answer.status).toBe(status)
  expect(await open.rows('select count(*) from templates')).toEqual(before)
})
