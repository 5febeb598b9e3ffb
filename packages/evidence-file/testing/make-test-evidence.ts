/** An evidence file that is right in all of its parts, put together here by the rules of docs/evidence-file.md alone. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { ServedPage } from '../src/format.ts'
import { GrowingTree } from '../src/log/merkle-tree.ts'
import { type EmbeddedFile, type EvidenceFileParts } from '../src/writing/write-evidence-file.ts'

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const hex = (...parts: (string | Uint8Array)[]) => sha256(...parts).toString('hex')

const DOCUMENT = '11111111-1111-4111-8111-111111111111'
const SUBSCRIPTION = '22222222-2222-4222-8222-222222222222'
const APPROVER = '44444444-4444-4444-8444-000000000000'
const signerOf = (index: number) => `33333333-3333-4333-8333-${String(index).padStart(12, '0')}`
const moment = (minute: number) => new Date(Date.UTC(2026, 0, 31, 12, minute)).toISOString()

export interface TestEvidence {
  readonly parts: EvidenceFileParts
  /** The document as its last revision has it. */
  readonly document: Uint8Array
  /** PEM of the key of the head. */
  readonly headKey: string
  readonly names: readonly string[]
}

interface Wish {
  readonly signers?: number
  readonly pages?: number
  /** Besides those of the signatures. */
  readonly events?: number
  /** The revisions as whole files, the last one the document; made up by default. */
  readonly revisions?: readonly Uint8Array[]
  /** One agrees before the first signer, having looked at pages. */
  readonly isApproved?: boolean
  /** Gives a token over the head. */
  readonly timestamp?: (message: Uint8Array) => Promise<Uint8Array>
}

/** What a person reads matters little here; what machines read is whole. */
export async function makeTestEvidence(wish: Wish = {}): Promise<TestEvidence> {
  const { signers = 2, pages = 3 } = wish
  const people = Array.from({ length: signers }, (_, index) => ({
    id: signerOf(index),
    name: `Person ${index} Secret`,
  }))
  const files = wish.revisions ?? madeUpRevisions(signers + 2)
  const story = tellStory({ people, files, pages, more: wish.events ?? 0, isApproved: wish.isApproved ?? false })
  const head = makeHead(`${DOCUMENT}:${story.lines.length}:${story.hashes.at(-1)}`)
  const token = await wish.timestamp?.(Buffer.from(head.canonical))
  const parts: EvidenceFileParts = {
    title: 'Evidence of contract.pdf',
    language: 'en',
    footer: 'Evidence · contract.pdf',
    blocks: writeBlocks(people, story, pages),
    files: [
      fileOf('events.jsonl', story.lines.map((line) => `${line}\n`).join(''), 'application/jsonl'),
      fileOf('chain.txt', story.hashes.map((hash) => `${hash}\n`).join(''), 'text/plain'),
      jsonOf('document.json', describeDocument(files, people, pages)),
      jsonOf('personal.json', story.opened),
      jsonOf('pages.json', story.views),
      jsonOf(
        'texts.json',
        people.map(({ id }) => ({
          signerId: id,
          ...TERMS,
          language: 'en',
          sha256: hex(`${TERMS.title}\n${TERMS.text}`),
        })),
      ),
      fileOf('head.json', head.canonical),
      fileOf('head.sig', head.signature, 'application/octet-stream'),
      fileOf('head.pub', head.publicKey, 'application/x-pem-file'),
      jsonOf('head-path.json', head.path),
      ...(token ? [fileOf('head.tst', token, 'application/timestamp-reply')] : []),
    ],
    manifest: {
      ...{ edition: 'full', version: 1, previous: null, documentId: DOCUMENT, subscriptionId: SUBSCRIPTION },
      ...{ installation: 'https://sign.example.test', madeAt: moment(59) },
      ...{ events: story.lines.length, chain: story.hashes.at(-1)! },
    },
  }
  return { parts, document: files.at(-1)!, headKey: head.publicKey, names: people.map(({ name }) => name) }
}

const TERMS = { title: 'Terms', text: 'I have read it.' }

interface Person {
  readonly id: string
  readonly name: string
}

interface Told {
  readonly people: readonly Person[]
  readonly files: readonly Uint8Array[]
  readonly pages: number
  readonly more: number
  readonly isApproved: boolean
}

type Story = ReturnType<typeof tellStory>

/** Sent, looked at and signed by one after another. */
function tellStory({ people, files, pages, more, isApproved }: Told) {
  const approval = { approverId: APPROVER, signerId: signerOf(0) }
  const views = [
    ...people.flatMap(({ id }, signer) => viewsOf({ signerId: id }, signer, pages)),
    ...(isApproved ? viewsOf(approval, 0, pages) : []),
  ]
  const opened: { commitment: string; salt: string; value: string }[] = []
  const commit = (value: string) => {
    const salt = randomBytes(16)
    const commitment = hex(salt, value)
    opened.push({ commitment, salt: salt.toString('hex'), value })
    return commitment
  }
  const log: Omit<Logged, 'sequence' | 'documentId'>[] = [
    { type: 'document-sent', at: moment(0), facts: { intakeDigest: hex(files[0]!), pages }, personal: {} },
    ...Array.from({ length: more }, () => ({
      ...{ type: 'signature-started', at: moment(0) },
      ...{ facts: { signerId: signerOf(0) }, personal: {} },
    })),
    ...(isApproved
      ? [
          {
            ...{ type: 'document-approved', at: moment(0), personal: {} },
            facts: { ...approval, pagesDigest: digestOf(views, ({ approverId }) => approverId === APPROVER) },
          },
        ]
      : []),
    ...people.map(({ id, name }, index) => ({
      type: 'document-signed',
      at: moment(2 * index + 1),
      facts: {
        signerId: id,
        revision: index + 2,
        digest: hex(files[index + 2]!),
        pagesDigest: digestOf(views, ({ approverId, signerId }) => approverId === undefined && signerId === id),
        disclaimer: hex(`${TERMS.title}\n${TERMS.text}`),
      },
      personal: { signerName: commit(name), legalId: commit(`IDCES-${index}`) },
    })),
    { type: 'document-completed', at: moment(59), facts: { revision: files.length - 1 }, personal: {} },
  ]
  const lines = log.map((event, index) => JSON.stringify({ documentId: DOCUMENT, sequence: index + 1, ...event }))
  return { log, lines, hashes: chainOf(lines), views, opened }
}

const digestOf = (views: readonly ServedPage[], isTheirs: (view: ServedPage) => boolean) =>
  hex(...views.filter(isTheirs).map((view) => `${view.revision} ${view.page} ${view.sha256}\n`))

const viewsOf = (person: Pick<ServedPage, 'approverId' | 'signerId'>, signer: number, pages: number): ServedPage[] =>
  Array.from({ length: pages }, (_, index) => ({
    ...{ ...person, revision: 1 + signer, page: index + 1 },
    ...{ sha256: hex(`image ${signer} ${index}`), width: 720, servedAt: moment(2 * signer) },
  }))

const writeBlocks = (people: readonly Person[], { log }: Story, pages: number): EvidenceFileParts['blocks'] => [
  { kind: 'title', text: 'Evidence' },
  { kind: 'text', text: 'What happened to contract.pdf, “as it is proved” – Größe, niña, à demain. 漢' },
  { kind: 'heading', text: 'People' },
  ...people.flatMap(({ id, name }) => [
    { kind: 'subheading', text: name } as const,
    {
      kind: 'table',
      rows: [
        ['Signer', id],
        ['Digest', hex(id)],
        ['Pages', `1 to ${pages}`],
      ],
    } as const,
  ]),
  { kind: 'heading', text: 'Events' },
  { kind: 'table', rows: log.map(({ type, at }) => [at, type] as const) },
  { kind: 'note', text: 'Served to a browser is not read by a person.' },
]

const jsonOf = (name: string, value: unknown) => fileOf(name, JSON.stringify(value, null, 1))

interface Logged {
  readonly documentId: string
  readonly sequence: number
  readonly type: string
  readonly at: string
  readonly facts: Readonly<Record<string, string | number>>
  readonly personal: Readonly<Record<string, string>>
}

function fileOf(name: string, content: string | Uint8Array, mediaType = 'application/json'): EmbeddedFile {
  return { name, mediaType, description: name, bytes: Buffer.from(content) }
}

function madeUpRevisions(count: number): Uint8Array[] {
  const whole = Array.from({ length: count }, (_, index) => `revision ${index}\n`)
  return whole.map((_, index) => Buffer.from(whole.slice(0, index + 1).join('')))
}

function chainOf(lines: readonly string[]): string[] {
  let previous = Buffer.alloc(32)
  return lines.map((line) => (previous = sha256(previous, line)).toString('hex'))
}

const describeDocument = (files: readonly Uint8Array[], people: readonly { id: string }[], pages: number) => ({
  ...{ documentId: DOCUMENT, fileName: 'contract.pdf', outcome: 'completed', pages },
  ...{ sentAt: moment(0), endedAt: moment(59) },
  revisions: files.map((bytes, number) => ({
    ...{ number, kind: number < 2 ? 'intake' : 'signature', sha256: hex(bytes), bytes: bytes.length },
    ...{ at: moment(number), signerId: people[number - 2]?.id ?? null },
  })),
  people: people.map(({ id }) => ({ id, role: 'signer', state: 'signed', stage: 1, signerId: null })),
})

/** The leaf stands among others, as in a log. */
function makeHead(leaf: string) {
  const leaves = ['a:1:00', 'b:2:00', leaf, 'c:3:00', 'd:4:00']
  const tree = new GrowingTree()
  for (const one of leaves) tree.append(one)
  const node = (left: Uint8Array, right: Uint8Array) => sha256('\x01', left, right)
  const [a, b, , c, d] = leaves.map((one) => sha256('\0', one))
  const path = [c!, node(a!, b!), d!].map((one) => one.toString('hex'))
  const canonical = JSON.stringify({
    ...{ format: 'rubrica-audit-head-3', subscriptionId: SUBSCRIPTION, until: moment(60) },
    ...{ treeSize: leaves.length, treeRoot: tree.root().toString('hex') },
  })
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    canonical,
    signature: sign('sha256', Buffer.from(canonical), privateKey),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    path: { leaf, position: 2, size: leaves.length, path },
  }
}
