import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDocumentTimestamp, validate, type ValidationReport } from '@rubrica/pades'
import { signTestPdf } from '@rubrica/pades/testing'
import { dictOf, nameOf, type PdfArray, type PdfDict, type PdfRef, PdfStream, PdfUpdate, withPdf } from '@rubrica/pdf'
import { makeTestPdf } from '@rubrica/pdf/testing'
import { makeTestSigner, serveTestAuthority, type TestAuthority, type TestSigner } from '@rubrica/pki/testing'
import { makeTestEvidence, type TestEvidence } from '../../testing/index.ts'
import { sha256Of } from '../sha256-of.ts'
import { type EvidenceFileParts, writeEvidenceFile } from '../writing/write-evidence-file.ts'
import { hashesOfChain } from './check-log.ts'
import { verifyEvidence, type VerifyOptions } from './verify-evidence.ts'

let authority: TestAuthority
let seal: TestSigner
let evidence: TestEvidence
beforeAll(async () => {
  authority = await serveTestAuthority()
  seal = authority.issue({ commonName: 'Seal' })
  evidence = await makeTestEvidence({ timestamp: authority.timestamp })
})
afterAll(() => authority[Symbol.asyncDispose]())

const sealed = async (parts: EvidenceFileParts) => signTestPdf(writeEvidenceFile(parts), seal, authority.timestamp)

const anchors = () => [authority.root.certificate]
const options = (more: Partial<VerifyOptions> = {}): VerifyOptions => ({
  validate: (pdf, policy) => validate(pdf, { ...policy, requireRevocation: false }),
  document: evidence.document,
  sealAnchors: anchors(),
  signatureAnchors: [],
  timestampAnchors: anchors(),
  headKey: evidence.headKey,
  ...more,
})

/** The document of these tests is no PDF, so its signatures are a matter of their own. */
const verify = async (file: Uint8Array, more: Partial<VerifyOptions> = {}) => {
  const { steps, ...rest } = await verifyEvidence(file, {
    ...options(more),
    validate: (pdf, policy) => (pdf === file ? validate(pdf, { ...policy, requireRevocation: false }) : NOTHING_SIGNED),
  })
  return { ...rest, steps, failed: steps.filter(({ outcome }) => outcome === 'failed') }
}
const NOTHING_SIGNED: ValidationReport = {
  integrity: 'intact',
  trust: 'unknown',
  revisions: 1,
  revisionEnds: [1],
  signatures: [],
  warnings: [],
}

/** The same evidence with one file of it written anew, the manifest with it, as whoever holds a seal could. */
const withFile = (name: string, change: (text: string) => string): EvidenceFileParts => ({
  ...evidence.parts,
  files: evidence.parts.files.map((file) =>
    file.name === name ? { ...file, bytes: Buffer.from(change(Buffer.from(file.bytes).toString())) } : file,
  ),
})

/** Names the steps that fail, and what they say. */
async function faultsOf(parts: EvidenceFileParts, more: Partial<VerifyOptions> = {}) {
  const { failed } = await verify(await sealed(parts), more)
  return Object.fromEntries(failed.map(({ name, faults }) => [name, faults]))
}

test('evidence that is right holds in every step', async () => {
  const { holds, steps } = await verify(await sealed(evidence.parts))
  expect(holds).toBe(true)
  expect(Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]))).toEqual({
    ...{ seal: 'proved', files: 'proved', chain: 'proved', values: 'proved', terms: 'proved', pages: 'proved' },
    ...{ document: 'proved', signatures: 'open', head: 'proved', timestamp: 'proved' },
  })
})

test('a seal that vouches for itself is believed where its certificate is named, and else it is said what to ask for', async () => {
  const own = makeTestSigner({ commonName: 'Self-made seal' })
  const file = await signTestPdf(writeEvidenceFile(evidence.parts), own, authority.timestamp)
  const { failed } = await verify(file)
  expect(failed.map(({ name, sentence }) => [name, sentence])).toEqual([
    ['seal', expect.stringContaining('Its certificate vouches for itself: ask the institution for it') as string],
  ])
  expect(await verify(file, { sealAnchors: [own.certificate] })).toMatchObject({ holds: true, failed: [] })
  const byOther = await signTestPdf(writeEvidenceFile(evidence.parts), seal, authority.timestamp)
  const untrusted = await verify(byOther, { sealAnchors: [own.certificate] })
  expect(untrusted.failed[0]!.sentence).toBe('The seal does not lead to anybody whom you trust.')
})

test('what nobody vouches for is left open, and is no failure', async () => {
  const file = await sealed(evidence.parts)
  const { holds, steps } = await verify(file, { sealAnchors: [], timestampAnchors: [], document: undefined })
  expect(holds).toBe(true)
  const open = steps.filter(({ outcome }) => outcome === 'open').map(({ name }) => name)
  expect(open).toEqual(['seal', 'document', 'timestamp', 'signatures'])
})

describe('whoever has a seal cannot change what happened', () => {
  test('an event that was altered is named', async () => {
    const parts = withFile('events.jsonl', (text) =>
      text.replace('"type":"document-signed"', '"type":"document-cancelled"'),
    )
    const { chain } = await faultsOf(parts)
    expect(chain).toContain('events.jsonl line 2 does not lead to the hash of chain.txt')
  })

  test('an event that was left out is named', async () => {
    const parts = withFile('events.jsonl', (text) => text.split('\n').toSpliced(1, 1).join('\n'))
    const { chain } = await faultsOf(parts)
    expect(chain).toContain('events.jsonl line 2 says that it is event 3')
    expect(chain).toContain('3 events of 4 are there')
  })

  test('two events that were exchanged are named', async () => {
    const parts = withFile('events.jsonl', (text) => {
      const lines = text.split('\n')
      return [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n')
    })
    const { chain } = await faultsOf(parts)
    expect(chain).toContain('events.jsonl line 2 says that it is event 3')
    expect(chain).toContain('events.jsonl line 3 says that it is event 2')
  })

  test('a chain of another document is named', async () => {
    const other = '99999999-9999-4999-8999-999999999999'
    const parts = { ...evidence.parts, manifest: { ...evidence.parts.manifest, documentId: other } }
    const faults = await faultsOf(parts)
    expect(faults['chain']).toContain('events.jsonl line 1 is of another document')
    expect(faults['head']).toContain('head-path.json is the way of another document')
  })

  test('a chain that was made anew is in no head', async () => {
    const lines = Buffer.from(fileOf('events.jsonl')).toString().trimEnd().split('\n')
    const forged = lines.map((line) => line.replace('12:01', '12:02'))
    const hashes = hashesOfChain(forged)
    const parts = {
      ...withFiles({
        'events.jsonl': `${forged.join('\n')}\n`,
        'chain.txt': `${hashes.join('\n')}\n`,
      }),
      manifest: { ...evidence.parts.manifest, chain: hashes.at(-1)! },
    }
    const faults = await faultsOf(parts)
    expect(Object.keys(faults)).toEqual(['head'])
    expect(faults['head']).toContain('head-path.json begins at no event of the chain')
  })

  test('a salt or a value that does not fit is named, and so is one that no event knows', async () => {
    const salt = withFile('personal.json', (text) => text.replace(/"salt": "../, '"salt": "zz'))
    expect(await faultsOf(salt)).toEqual({ values: ['personal.json entry 1 is not what its event commits to'] })
    const value = withFile('personal.json', (text) => text.replace('IDCES-1', 'IDCES-7'))
    expect(await faultsOf(value)).toEqual({ values: ['personal.json entry 4 is not what its event commits to'] })
    const unknown = withFile('personal.json', (text) => text.replace(/"commitment": "../, '"commitment": "ff'))
    expect(await faultsOf(unknown)).toEqual({ values: ['personal.json entry 1 is committed to by no event'] })
  })

  test('a page that was not served, or that is left out, is named by its signer', async () => {
    const signer = '33333333-3333-4333-8333-000000000001'
    const fault = { pages: [`pages.json: the pages of signer ${signer} are not those that were served`] }
    expect(await faultsOf(withFile('pages.json', (text) => dropLast(text)))).toEqual(fault)
    const other = withFile('pages.json', (text) => text.replace(/"page": 3(?![\s\S]*"page": 3)/, '"page": 4'))
    expect(await faultsOf(other)).toEqual(fault)
  })

  test('a page of an approver that is another, or somebody else’s, is named by the approver', async () => {
    const { parts } = await makeTestEvidence({ isApproved: true })
    const approver = '44444444-4444-4444-8444-000000000000'
    const signer = '33333333-3333-4333-8333-000000000000'
    const served = (text: string) => JSON.parse(text) as { approverId?: string; page: number }[]
    const changed = (change: (text: string) => unknown): EvidenceFileParts => ({
      ...parts,
      files: parts.files.map((file) =>
        file.name === 'pages.json'
          ? { ...file, bytes: Buffer.from(JSON.stringify(change(Buffer.from(file.bytes).toString()))) }
          : file,
      ),
    })
    const ofApprover = `pages.json: the pages of approver ${approver} are not those that were served`
    expect((await faultsOf(changed(served)))['pages']).toBeUndefined()
    expect((await faultsOf(changed((text) => served(text).slice(0, -1))))['pages']).toEqual([ofApprover])
    const given = await faultsOf(changed((text) => served(text).map((view) => ({ ...view, approverId: undefined }))))
    expect(given['pages']).toEqual([
      ofApprover,
      `pages.json: the pages of signer ${signer} are not those that were served`,
    ])
    const ofBefore = changed((text) => served(text).filter(({ approverId }) => approverId === undefined))
    const told = ofBefore.files.map((file) =>
      file.name === 'events.jsonl'
        ? {
            ...file,
            bytes: Buffer.from(
              Buffer.from(file.bytes)
                .toString()
                .replace(/,"pagesDigest":"\w+"/, ''),
            ),
          }
        : file,
    )
    expect((await faultsOf({ ...ofBefore, files: told }))['pages']).toBeUndefined()
    const odd = changed((text) => served(text).map((view) => ({ ...view, approverId: { toString: 1 } })))
    expect((await faultsOf(odd))['pages']).toContain(ofApprover)
  })

  test('other terms than those agreed to are named', async () => {
    const parts = withFile('texts.json', (text) => text.replace('I have read it.', 'I pay it.'))
    expect(await faultsOf(parts)).toEqual({ terms: ['texts.json entry 1 is not the text of its digest'] })
  })

  test('another document, a shorter one, and revisions that nobody made are named', async () => {
    const given = (document: Uint8Array) => faultsOf(evidence.parts, { document })
    expect(await given(Buffer.from('another one altogether'))).toEqual({
      document: ['the given file is another document'],
    })
    const earlier = evidence.document.subarray(0, evidence.document.length - 11)
    expect(await given(earlier)).toEqual({
      document: ['the given file is like the document up to revision 2 of 3, and no further'],
    })
    const parts = withFile('document.json', (text) => text.replaceAll(sha256Of(evidence.document), sha256Of('')))
    expect(await faultsOf(parts)).toEqual({
      document: ['document.json: revision 3 is not the one of its event'],
    })
    const renewed = Buffer.concat([evidence.document, Buffer.from('a later timestamp\n')])
    expect(await given(renewed)).toEqual({})
  })

  test('a head of another log, of another key, or altered is named', async () => {
    const other = await makeTestEvidence({ signers: 1 })
    expect(await faultsOf(evidence.parts, { headKey: other.headKey })).toEqual({
      head: ['head.pub is not the key that you named'],
    })
    const altered = await faultsOf(withFile('head.json', (text) => text.replace('2222-4222', '2222-4223')))
    expect(altered['head']).toEqual(['head.json is of another log', 'head.sig does not hold'])
    expect(altered['timestamp']?.[0]).toContain('TIMESTAMP_INVALID')
    const path = await faultsOf(withFile('head-path.json', (text) => text.replace('"position": 2', '"position": 3')))
    expect(path).toEqual({ head: ['head-path.json does not lead to head.json'] })
  })

  test('a timestamp of an authority that is not trusted is named', async () => {
    const { root } = await (async () => {
      await using other = await serveTestAuthority()
      return { root: other.root.certificate }
    })()
    const { timestamp } = await faultsOf(evidence.parts, { timestampAnchors: [root] })
    expect(timestamp?.[0]).toContain('head.tst')
  })
})

test('files that were added, renamed or taken away are named', async () => {
  const { parts } = evidence
  const lacking = await faultsOf({ ...parts, files: parts.files.filter(({ name }) => name !== 'pages.json') })
  expect(lacking['files']).toEqual(['pages.json cannot be read'])
})

test('a timestamp may be appended to a sealed file; another content of an embedded file breaks the seal', async () => {
  const file = await sealed(evidence.parts)
  const stamped = Buffer.concat([file, await addDocumentTimestamp(file, authority.timestamp)])
  expect((await verify(stamped)).holds).toBe(true)
  const { failed } = await verify(replaceEmbedded(file, 'texts.json', '[]'))
  expect(failed.map(({ name }) => name)).toEqual(['seal', 'files', 'terms'])
})

test('a file that is no evidence, or no PDF, is refused by a code', async () => {
  const signed = await signTestPdf(makeTestPdf(), seal)
  await expect(verify(signed)).rejects.toMatchObject({ code: 'NOT_AN_EVIDENCE_FILE' })
  await expect(verify(Buffer.from('hello'))).rejects.toMatchObject({ code: 'NOT_A_PDF' })
})

const fileOf = (name: string) => evidence.parts.files.find((file) => file.name === name)!.bytes

const withFiles = (texts: Readonly<Record<string, string>>): EvidenceFileParts => ({
  ...evidence.parts,
  files: evidence.parts.files.map((file) =>
    texts[file.name] === undefined ? file : { ...file, bytes: Buffer.from(texts[file.name]!) },
  ),
})

const dropLast = (text: string) => JSON.stringify((JSON.parse(text) as unknown[]).slice(0, -1))

/** An update that gives an embedded file another content, as anybody can append one. */
const replaceEmbedded = (file: Uint8Array, name: string, content: string): Uint8Array =>
  withPdf(file, (document) => {
    const dictAt = (parent: PdfDict | null, key: string) => document.resolveDict(parent?.get(key))
    const leaf = document.resolve(dictAt(dictAt(document.catalog.dict, 'Names'), 'EmbeddedFiles')!.get('Names'))
    const at = (leaf as PdfArray).findIndex((item) => 'bytes' in (item as object) && isNamed(item as object, name))
    const specification = document.resolveDict((leaf as PdfArray)[at + 1])
    const update = new PdfUpdate(document)
    const stream = new PdfStream(dictOf({ Type: nameOf('EmbeddedFile') }), Buffer.from(content))
    update.replace(dictAt(specification, 'EF')!.get('F') as PdfRef, stream)
    return Buffer.concat([file, update.write().tail])
  })

const isNamed = (item: { bytes?: Uint8Array }, name: string) => Buffer.from(item.bytes!).toString() === name
