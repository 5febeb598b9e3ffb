import { expect, test } from 'vitest'
import { addSigner, changeSigner, EMPTY_DRAFT, type Draft } from '../draft.ts'
import { contentOf, draftOf, fingerprintOf } from './draft-content.ts'

const person = (userId: string) => ({ userId, name: `Name ${userId}`, mailDomain: 'example.org', canSign: true })
const upload = {
  ...{ id: 'u1', name: 'Paper.pdf', size: 9, sha256: '', uploadedAt: '', expiresAt: '' },
  pages: [{ width: 595, height: 842, rotation: 0 as const }],
  findings: [{ code: 'SIGNED' as const, detail: 'It bears signatures.' }],
}
const uploaded = { id: 'u1', sha256: '', pages: upload.pages, findings: ['SIGNED'] }
const draft: Draft = {
  ...changeSigner(addSigner(EMPTY_DRAFT, person('ana')), 'ana', { reason: 'r', approvers: [person('biel')] }),
  files: [{ key: 'a', name: 'Paper.pdf', size: 9, state: 'ready', uploaded }],
  copies: [person('carla')],
  message: 'Hello',
  deadline: '2027-01-31',
  tags: 'one, two',
}
const throughServer = (value: Draft, files = [upload]) => {
  const content = JSON.parse(JSON.stringify(contentOf(value))) as ReturnType<typeof contentOf>
  return draftOf({ content, files })
}

test('a draft comes back from the server as it went there', () => {
  expect(throughServer(draft)).toEqual(draft)
  expect(throughServer(EMPTY_DRAFT)).toEqual(EMPTY_DRAFT)
})

test('somebody without an account comes back with everything that was said of them', () => {
  const guest = {
    ...{ email: 'gemma@elsewhere.test', phone: '+34600111222', provesPhone: true },
    ...{ language: 'ca' as const, legalId: '12345678Z' },
  }
  const kept = addSigner(draft, { ...person('guest:1'), guest })
  expect(throughServer(kept)).toEqual(kept)
})

test('what is asked of a signer, and what goes along, come back', () => {
  const asked = changeSigner(draft, 'ana', {
    ...{ privateMessage: 'Only you', certificateType: 'keyvault', certificate: { guid: 'g', alias: 'Key' } },
    disclaimer: { title: 'Terms', text: '' },
  })
  const along = { key: 'p', name: 'plan.png', size: 3, document: 'a', signers: ['ana'] }
  const kept: Draft = {
    ...asked,
    files: asked.files.map((file) => ({ ...file, description: 'Of this one' })),
    attachments: [{ ...along, state: 'ready', uploaded: { ...uploaded, id: 'u2' } }],
    deadline: '2027-01-31T09:00',
  }
  expect(throughServer(kept, [upload, { ...upload, id: 'u2' }])).toEqual(kept)
  expect(throughServer(kept).attachments).toEqual([{ ...along, state: 'lost' }])
})

test('what a program attached to each file is an attachment of that file', () => {
  const content = contentOf({ ...draft, files: [...draft.files, { ...draft.files[0]!, key: 'b' }] })
  const files = content.files.map((file) => ({ ...file, attachments: file.key === 'b' ? ['u2'] : [] }))
  const { attachments } = draftOf({
    content: { ...content, files },
    files: [upload, { ...upload, id: 'u2', name: 'plan.png' }],
  })
  expect(attachments.map(({ key, name, document }) => [key, name, document])).toEqual([['u2', 'plan.png', 'b']])
})

test('places come back as they were, by numbers and by words', () => {
  const box = { key: 'b', file: 'a', signer: 'ana', page: 1, x: 2, y: 3, width: 180, height: 60 }
  const words = { key: 'w', file: 'a', signer: 'ana', words: 'The tenant' }
  const placed = { ...draft, places: { boxes: [box], words: [words] } }
  expect(throughServer(placed)).toEqual(placed)
})

test('a file that was not handed over to its end, or is gone, keeps its key and name and is lost', () => {
  const uploading: Draft = { ...draft, files: [{ key: 'a', name: 'P', size: 9, state: 'uploading', share: 0.5 }] }
  expect(throughServer(uploading).files).toEqual([{ key: 'a', name: 'P', size: 9, state: 'lost' }])
  expect(throughServer(draft, []).files).toEqual([{ key: 'a', name: 'Paper.pdf', size: 9, state: 'lost' }])
})

test('progress is no change, a word is; the order of members is none', () => {
  const at = (share: number): Draft => ({
    ...draft,
    files: [{ key: 'a', name: 'P', size: 9, state: 'uploading', share }],
  })
  expect(fingerprintOf(contentOf(at(0.1)))).toBe(fingerprintOf(contentOf(at(0.9))))
  expect(fingerprintOf(contentOf({ ...draft, message: 'Other' }))).not.toBe(fingerprintOf(contentOf(draft)))
  const { message, ...rest } = contentOf(draft)
  expect(fingerprintOf({ message, ...rest })).toBe(fingerprintOf(contentOf(draft)))
})
