import { expect, test } from 'vitest'
import { addCopy, addSigner, EMPTY_DRAFT, type Draft } from '../draft.ts'
import { attachmentsFor, peopleOf, type ReadyFile } from './previewed-people.ts'

const person = (userId: string) => ({ userId, name: userId, mailDomain: 'example.org', canSign: true })
const file = (key: string): ReadyFile => ({
  ...{ key, name: `${key}.pdf`, size: 1, state: 'ready' },
  uploaded: { id: key, sha256: '', pages: [], findings: [] },
})

test('each person finds what goes along with that document and is for them; an approver, what the signer has', () => {
  const signing = addSigner(addSigner(EMPTY_DRAFT, person('ana')), person('biel'))
  const draft: Draft = addCopy(
    {
      ...signing,
      signers: signing.signers.map((one) => (one.userId === 'ana' ? { ...one, approvers: [person('carla')] } : one)),
      files: [file('lease'), file('annex')],
      attachments: [
        { ...file('all'), document: null, signers: [] },
        { ...file('of-lease'), document: 'lease', signers: [] },
        { ...file('of-annex'), document: 'annex', signers: [] },
        { ...file('biels'), document: null, signers: ['biel'] },
        { key: 'lost', name: 'Lost.zip', size: 1, state: 'lost', document: null, signers: [] },
      ],
    },
    person('dora'),
  )
  const found = peopleOf(draft).map((who) => [
    who.key,
    attachmentsFor(draft, file('lease'), who).map(({ name }) => name),
  ])
  expect(found).toEqual([
    ['approver ana carla', ['all.pdf', 'of-lease.pdf']],
    ['signer ana', ['all.pdf', 'of-lease.pdf']],
    ['signer biel', ['all.pdf', 'of-lease.pdf', 'biels.pdf']],
    ['copy dora', []],
  ])
})
