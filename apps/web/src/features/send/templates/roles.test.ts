import { expect, test } from 'vitest'
import { addSigner, EMPTY_DRAFT, type Draft } from '../draft.ts'
import { contentOfTemplate } from './template-content.ts'
import { asRole, fillRole, isUnfilled, rolesOf, unfilledRoles } from './roles.ts'
import { asUse } from './send-from-template.ts'

const ana = { userId: 'ana', name: 'Ana', mailDomain: 'example.com', canSign: true }
const file = {
  ...{ key: 'f', name: 'Lease.pdf', size: 9, state: 'ready' as const },
  uploaded: { id: 'upload', sha256: '', pages: [{ width: 600, height: 800 }], findings: [] },
}
const box = { key: 'b', file: 'f', page: 1, x: 10, y: 20, width: 180, height: 60 }

function draftWith(locks: NonNullable<Draft['template']>['locks']): Draft {
  const signing = addSigner({ ...EMPTY_DRAFT, files: [file] }, asRole('Tenant'))
  const [tenant] = signing.signers
  return {
    ...signing,
    signers: [{ ...tenant!, approvers: [asRole('Director')] }],
    places: { boxes: [{ ...box, signer: tenant!.userId }], words: [] },
    message: 'Please',
    template: { guid: 'template', name: 'Lease', version: 3, changes: 4, locks, isEdited: false },
  }
}

test('whoever takes a role takes its places too, and gives both back', () => {
  const draft = draftWith([])
  expect(unfilledRoles(draft)).toEqual(['Tenant', 'Director'])
  const filled = fillRole(draft, 'tenant', ana)
  expect(filled.signers[0]).toMatchObject({ userId: 'ana', role: 'tenant' })
  expect(filled.places.boxes[0]!.signer).toBe('ana')
  expect(unfilledRoles(filled)).toEqual(['Director'])
  const emptied = fillRole(filled, 'Tenant', undefined)
  expect(isUnfilled(emptied.signers[0]!)).toBe(true)
  expect(emptied.places.boxes[0]!.signer).toBe(emptied.signers[0]!.userId)
  expect(rolesOf(emptied)).toEqual(['Tenant', 'Director'])
})

test('what a template locks is not said, and the rest is', () => {
  const filled = (locks: Parameters<typeof draftWith>[0]) =>
    fillRole(fillRole(draftWith(locks), 'Tenant', ana), 'Director', { ...ana, userId: 'carla' })
  const roles = { Tenant: { userId: 'ana' }, Director: { userId: 'carla' } }
  expect(asUse(filled(['files', 'title', 'people', 'places', 'message', 'deadline', 'tags']))).toEqual({
    roles,
    reminders: null,
    passingOn: 'no',
  })
  expect(asUse(filled(['files', 'people', 'deadline']))).toEqual({
    ...{ roles, reminders: null, passingOn: 'no', fileNames: ['Lease.pdf'], message: 'Please', tags: [] },
    positions: [[{ document: 0, page: 1, x: 10, y: 20, width: 180, height: 60 }]],
  })
  expect(asUse(filled([]))).toMatchObject({
    ...{ roles, copies: [], deadline: null, documents: [{ file: 'upload' }] },
    signers: [{ userId: 'ana', approvers: [{ userId: 'carla' }] }],
  })
})

test('reminders that were chosen are said in a use of a template, and kept by one that is made', () => {
  const reminders = { first: 1, every: 2, most: 3 }
  const chosen = { ...draftWith([]), reminders }
  expect(asUse(chosen)).toMatchObject({ reminders })
  expect(contentOfTemplate(chosen)).toMatchObject({ reminders })
  expect(contentOfTemplate(draftWith([]))).not.toHaveProperty('reminders')
})

test('whether a document may be passed on is said in a use of a template, and kept by one that is made', () => {
  const chosen = { ...draftWith([]), passingOn: 'asked' as const }
  expect(asUse(chosen)).toMatchObject({ passingOn: 'asked' })
  expect(contentOfTemplate(chosen)).toMatchObject({ passingOn: 'asked' })
})

test('a template says roles wherever a draft has them, whoever takes them, and people elsewhere', () => {
  const draft = addSigner(fillRole(draftWith(['people']), 'Tenant', ana), { ...ana, userId: 'biel' })
  const content = contentOfTemplate(draft)
  expect(content).toMatchObject({
    ...{ documents: [{ file: 'upload', fileName: 'Lease.pdf' }], locks: ['people'], message: 'Please' },
    signers: [{ role: 'Tenant', approvers: [{ role: 'Director' }] }, { userId: 'biel' }],
  })
  expect(JSON.stringify(content)).not.toContain('role:')
  expect(content.signers[0]).not.toHaveProperty('userId')
})
