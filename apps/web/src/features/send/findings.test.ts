import { expect, test } from 'vitest'
import { addSigner, attachFile, changeFile, changeSigner, EMPTY_DRAFT, type Draft, type DraftFile } from './draft.ts'
import { findingsOf, isHarmless, type SendingTerms } from './findings.ts'

const person = (userId: string, canSign = true) => ({ userId, name: userId, mailDomain: 'example.org', canSign })
const withPeople = (...names: string[]) => names.reduce((draft, name) => addSigner(draft, person(name)), EMPTY_DRAFT)
const file = (key: string, findings: string[] = [], size = { width: 595, height: 842 }): DraftFile => ({
  ...{ key, name: `${key}.pdf`, size: 1, state: 'ready' },
  uploaded: { id: key, sha256: '', pages: [size], findings },
})
const COMPLETE: Draft = { ...withPeople('ana'), files: [file('a')] }
const TERMS: SendingTerms = { now: new Date('2026-01-01T12:00:00Z'), allowsGuests: true, means: new Map() }
const codes = (draft: Draft, terms: Partial<SendingTerms> = {}) =>
  findingsOf(draft, { ...TERMS, ...terms }).map(({ code }) => code)
const able = { certificates: [{ guid: 'g', alias: 'Key' }], types: ['keyvault'] }

test('all that is missing is found at once, each with its place and whom it is about', () => {
  expect(codes(EMPTY_DRAFT)).toEqual(['noFiles', 'noSigners'])
  const draft: Draft = {
    ...addSigner(EMPTY_DRAFT, person('ana', false)),
    files: [{ key: 'a', name: ' ', size: 1, state: 'uploading', share: 0 }],
    deadline: '2025-12-31',
    tags: `ok, ${'x'.repeat(51)}`,
  }
  expect(findingsOf(draft, TERMS).map(({ code, target }) => `${code} ${target}`)).toEqual([
    'filesUploading send-file-a',
    'noName send-file-a',
    'cannotSign send-signer-ana',
    'deadlinePast send-deadline',
    'tagTooLong send-tags',
  ])
  const failed = changeFile(draft, 'a', { state: 'failed', error: new Error('x') })
  expect(codes(failed)).toContain('filesRefused')
  expect(codes(COMPLETE)).toEqual([])
})

test('an attachment that is not there yet keeps the rest from being sent', () => {
  const two = { ...COMPLETE, files: [file('a'), file('b')] }
  const along = attachFile(two, 'b', null)
  expect(codes(along)).toEqual([])
  expect(codes(changeFile(along, 'b', { state: 'lost' }))).toEqual(['filesLost'])
})

test('51 files, 51 people and 21 tags are too many', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
  expect(codes({ ...COMPLETE, files: many(50).map((key) => file(key)) })).toEqual([])
  expect(codes({ ...COMPLETE, files: many(51).map((key) => file(key)) })).toEqual(['tooManyFiles'])
  const people = (count: number): Draft => ({ ...withPeople(...many(count)), files: [file('a')], isVisible: false })
  expect(codes(people(50))).toEqual([])
  expect(codes(people(51))).toEqual(['tooManySigners'])
  expect(codes({ ...COMPLETE, tags: many(21).join(',') })).toEqual(['tooManyTags'])
})

test('nobody is there twice, in whatever case their address is written', () => {
  const guest = (email: string) => ({ email, phone: '', provesPhone: false, language: '' as const, legalId: '' })
  const twice = ['gemma@elsewhere.test', 'Gemma@Elsewhere.test'].reduce(
    (draft, email) => addSigner(draft, { ...person(`guest:${email}`), guest: guest(email) }),
    COMPLETE,
  )
  expect(codes(twice)).toEqual(['sameTwice'])
  const again: Draft = { ...COMPLETE, signers: [...COMPLETE.signers, { ...COMPLETE.signers[0]!, userId: 'ANA' }] }
  expect(codes(again)).toEqual(['sameTwice'])
})

test('who signs has no copy; where the template says who has one, somebody else has to sign', () => {
  const ana = person('ana')
  const signing = addSigner(EMPTY_DRAFT, ana)
  const copied = { ...signing, copies: [ana] }
  const about = (draft: Draft) =>
    findingsOf(draft, TERMS).flatMap(({ code, target, name }) =>
      code.startsWith('copy') ? [[code, target, name]] : [],
    )
  expect(about(signing)).toEqual([])
  expect(about(copied)).toEqual([['copyToSigner', 'send-copies', undefined]])
  const template = {
    ...{ guid: 'template', name: 'Lease', version: 1, changes: 1, locks: ['people' as const], isEdited: false },
  }
  expect(about({ ...copied, template })).toEqual([['copyLocked', 'send-signer-ana', ana.name]])
  expect(about({ ...copied, template: { ...template, isEdited: true } })[0]![0]).toBe('copyToSigner')
})

test('nobody approves what they sign, or twice', () => {
  const approvedBy = (...names: string[]) => changeSigner(COMPLETE, 'ana', { approvers: names.map((n) => person(n)) })
  expect(codes(approvedBy('biel'))).toEqual([])
  expect(codes(approvedBy('ana'))).toEqual(['approvesOwn'])
  expect(codes(approvedBy('biel', 'biel'))).toEqual(['approverTwice'])
})

test('what the server says of somebody now goes before what was known when they were chosen', () => {
  expect(codes(COMPLETE, { means: new Map([['ana', null]]) })).toEqual(['gone'])
  expect(codes(COMPLETE, { means: new Map([['ana', { certificates: [], types: [] }]]) })).toEqual(['cannotSign'])
  const unable = { ...withPeople(), ...addSigner(EMPTY_DRAFT, person('ana', false)), files: [file('a')] }
  expect(codes(unable, { means: new Map([['ana', able]]) })).toEqual([])
})

test('a demanded certificate has to be there; one of a demanded type may still come', () => {
  const means = new Map([['ana', able]])
  const demand = (change: Parameters<typeof changeSigner>[2]) => changeSigner(COMPLETE, 'ana', change)
  expect(codes(demand({ certificate: { guid: 'g', alias: 'Key' } }), { means })).toEqual([])
  expect(codes(demand({ certificate: { guid: 'other', alias: 'Old' } }), { means })).toEqual(['certificateGone'])
  expect(codes(demand({ certificateType: 'KeyVault' }), { means })).toEqual([])
  expect(codes(demand({ certificateType: 'swisscom' }), { means })).toEqual(['noneOfType'])
  expect(findingsOf(demand({ certificateType: 'swisscom' }), { ...TERMS, means }).every(isHarmless)).toBe(true)
  expect(codes(demand({ disclaimer: { title: 'Terms', text: ' ' } }), { means })).toEqual(['disclaimerHalf'])
})

test('somebody without an account is a finding only where nobody asks such people', () => {
  const guest = { email: 'gemma@elsewhere.test', phone: '', provesPhone: false, language: '' as const, legalId: '' }
  const draft = { ...addSigner(EMPTY_DRAFT, { ...person('guest:1'), guest }), files: [file('a')] }
  expect(codes(draft)).toEqual([])
  expect(codes(draft, { allowsGuests: false })).toEqual(['guestsNotAllowed'])
})

test('a file that was chosen anew may have no page, or no room, for a box that was placed before', () => {
  const box = { key: 'b', file: 'a', signer: 'ana', page: 1, x: 400, y: 700, width: 180, height: 60 }
  const placed = (of: DraftFile, ...boxes: (typeof box)[]): Draft => ({
    ...COMPLETE,
    files: [of],
    places: { boxes, words: [] },
  })
  expect(codes(placed(file('a'), box))).toEqual([])
  expect(codes(placed(file('a'), { ...box, page: 2 }))).toEqual(['boxOutside'])
  expect(codes(placed(file('a', [], { width: 300, height: 400 }), box))).toEqual(['boxOutside'])
  expect(codes(placed(file('a', ['SIGNED']), box, { ...box, key: 'c', x: 0 }))).toEqual(['oneEach'])
  expect(codes({ ...placed(file('a'), { ...box, page: 2 }), isVisible: false })).toEqual([])
})

test('whose signature will not be seen is told, and may be sent all the same', () => {
  const narrow: Draft = { ...COMPLETE, files: [file('a', [], { width: 100, height: 800 })] }
  expect(codes(narrow)).toEqual(['notSeen'])
  expect(findingsOf(narrow, TERMS).every(isHarmless)).toBe(true)
  const words = [{ key: 'w', file: 'a', signer: 'ana', words: 'The tenant' }]
  expect(codes({ ...narrow, places: { boxes: [], words } })).toEqual([])
})
