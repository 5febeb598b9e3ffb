import { ApiError } from '@rubrica/contract'
import { expect, test } from 'vitest'
import {
  addSigner,
  attachFile,
  changeAttachment,
  changeSigner,
  describeFile,
  EMPTY_DRAFT,
  moveFile,
  removeFile,
  removeSigner,
  signAttachment,
  type Draft,
  type DraftFile,
} from './draft.ts'
import { placeOfRefusal } from './place-of-refusal.ts'
import { dispatchOf } from './send-draft.ts'

const person = (userId: string) => ({ userId, name: userId, mailDomain: 'example.org', canSign: true })
const file = (key: string): DraftFile => ({
  ...{ key, name: `${key}.pdf`, size: 1, state: 'ready' },
  uploaded: { id: `id-${key}`, sha256: '', pages: [{ width: 595, height: 842 }], findings: [] },
})
const DRAFT: Draft = {
  ...addSigner(addSigner(EMPTY_DRAFT, person('ana')), person('biel')),
  files: ['a', 'b', 'c'].map(file),
}
const attachments = (draft: Draft) => dispatchOf(draft).documents.map((one) => one.attachments)

test('an attachment of all documents goes with each, one of a document with that alone, and for whom it is meant', () => {
  const all = attachFile(DRAFT, 'c', null)
  expect(attachments(all)).toEqual([[{ file: 'id-c', signers: [] }], [{ file: 'id-c', signers: [] }]])
  const one = changeAttachment(all, 'c', { document: 'b', signers: ['biel'] })
  expect(attachments(one)).toEqual([[], [{ file: 'id-c', signers: [1] }]])
  expect(attachments(removeSigner(one, 'biel'))).toEqual([[], [{ file: 'id-c', signers: [] }]])
  expect(attachments(removeFile(one, 'b'))).toEqual([[{ file: 'id-c', signers: [1] }]])
  expect(signAttachment(one, 'c').files.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
})

test('documents go in the order in which they stand, each with its own text or the message', () => {
  const draft = describeFile({ ...moveFile(DRAFT, 'c', -1), message: ' To all ' }, 'a', 'Of this one')
  expect(dispatchOf(draft).documents.map(({ fileName, description }) => [fileName, description])).toEqual([
    ['a.pdf', 'Of this one'],
    ['c.pdf', 'To all'],
    ['b.pdf', 'To all'],
  ])
  expect(moveFile(DRAFT, 'a', -1)).toBe(DRAFT)
  expect(moveFile(DRAFT, 'c', 1)).toBe(DRAFT)
})

test('what is asked of one signer goes with that signer; what is empty is not asked', () => {
  const asked = changeSigner(DRAFT, 'ana', {
    ...{ privateMessage: ' Only you ', reason: ' ', readAll: true, delegable: false, certificateType: 'keyvault' },
    disclaimer: { title: 'Terms', text: 'You agree.' },
  })
  const [ana, biel] = dispatchOf(asked).signers
  expect(ana).toMatchObject({
    privateMessage: 'Only you',
    readAll: true,
    delegable: false,
    certificateType: 'keyvault',
    reason: undefined,
  })
  expect(ana).toMatchObject({ disclaimer: { title: 'Terms', text: 'You agree.' } })
  expect(JSON.stringify(biel)).not.toMatch(/privateMessage|certificate|disclaimer|reason/)
})

test('words say where exactly they place a signature, and a range that is the wrong way round is turned', () => {
  const words = { key: 'w', file: 'a', signer: 'ana', words: 'Here', occurrence: 2, dx: 5, from: 3, to: 2 }
  const [ana] = dispatchOf({ ...DRAFT, places: { boxes: [], words: [words] } }).signers
  expect(ana!.positions[0]).toEqual({ document: 0, anchor: 'Here', occurrence: 2, dx: 5, pages: { from: 2, to: 3 } })
})

test('a refusal of the server leads to the person, the approver, the places or the file that it is about', () => {
  const draft = changeSigner(DRAFT, 'biel', { approvers: [person('carla')] })
  const place = (Details: object) => placeOfRefusal(new ApiError(422, { Code: 'X', Message: 'x', Details }), draft)
  expect(place({ Field: 'description.signers.1', Document: 0 })).toEqual({ target: 'send-signer-biel', name: 'biel' })
  expect(place({ Field: 'description.signers.1.approvers.0' })).toEqual({ target: 'send-asked-biel', name: 'carla' })
  expect(place({ Field: 'description.signers.0.positions.0.anchor', Document: 2 })).toEqual({
    target: 'send-places',
    name: 'c.pdf',
  })
  expect(place({ Document: 1 })).toEqual({ target: 'send-file-b', name: 'b.pdf' })
  expect(place({})).toBeUndefined()
})
