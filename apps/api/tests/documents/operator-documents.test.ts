/** Documents from the command line: sent with everything that the screens show, followed, fetched and withdrawn. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  askPdfsig,
  makePdf,
  makeTemporaryDirectory,
  openScene,
  runCli,
  termsOf,
  trySigning,
  type Scene,
  type TemporaryDirectory,
} from '@rubrica/testing'

let scene: Scene
let folder: TemporaryDirectory
let file: string
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  folder = await makeTemporaryDirectory()
  file = join(folder.path, 'paper.pdf')
  await writeFile(file, makePdf({ pages: 3 }))
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

function rubrica(...args: string[]) {
  const { database, dataDir, serverKeyFile } = scene.portal.server
  return runCli(args, { DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
}

interface Sent {
  readonly id: string
  readonly signers: readonly { readonly id: string; readonly state: string }[]
}

async function send(...options: string[]): Promise<Sent> {
  const { stdout, stderr } = await rubrica('send', file, ...options, '--json')
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Sent
}

async function statusOf(id: string) {
  const { document } = JSON.parse((await rubrica('status', id, '--json')).stdout) as { document: object }
  return document
}

test('send takes everything that the screens show, and the people see it', async () => {
  const annex = join(folder.path, 'prices.csv')
  await writeFile(annex, 'a;b\r\n')
  const { ana, biel, carla } = scene.people
  const [own] = await ana.call.certificates({ params: { legalid: ana.legalId } })
  const { id, signers } = await send(
    ...['--to', 'ana', '--to', 'biel', '--in-order', '--approver', 'biel=carla'],
    ...['--certificate', `ana=${own!.certalias}`, '--reason', 'Conformity'],
    ...['--disclaimer-title', 'Terms', '--disclaimer-text', 'I have read them'],
    ...['--name', 'Contract 7.pdf', '--description', 'Of this year', '--sender', 'Acme', '--tag', 'x', '--tag', 'y'],
    ...['--attach', file, '--attach', annex, '--deadline', '2099-01-31T12:00:00Z'],
    ...['--at', 'ana=1,40,60,180,60', '--at', 'ana=3,40,60,180,60', '--at', 'biel=2,300,60,180,60'],
  )
  expect(signers.map(({ state }) => state)).toEqual(['pending', 'waiting'])
  const { List } = await ana.call.pendingDocuments({ query: { FileName: 'Contract 7' } })
  expect(List).toMatchObject([
    {
      DocGUI: id,
      Description: 'Of this year',
      SenderName: 'Acme',
      Tag: 'x,y',
      SignerDTO: {
        SignatureReason: 'Conformity',
        HasAttachment: true,
        DisclaimerInfo: { Display: true },
        CentralizedCertificateInfo: { Guid: ana.certificateId },
      },
    },
  ])
  const params = { signerGuid: signers[0]!.id }
  const attachments = await ana.call.attachments({ params })
  expect(attachments.map(({ FileName }) => FileName)).toEqual(['paper.pdf', 'prices.csv'])
  expect(await trySigning(ana, signers[0]!.id, { accepted: await termsOf(ana, signers[0]!.id) })).toBe(204)
  const approvals = await carla.call.pendingApprovals({ body: { Terms: { vidmobileuser: carla.userId } } })
  const approval = approvals.find(({ DocGuid }) => DocGuid === id)
  await carla.call.acceptApproval({ params: { approverGuid: approval!.ApproverGuid } })
  expect(await statusOf(id)).toMatchObject({
    state: 'open',
    deadline: '2099-01-31T12:00:00.000Z',
    signers: [
      { userId: 'ana', state: 'signed', approvers: [] },
      { userId: 'biel', state: 'pending', approvers: [{ userId: 'carla', state: 'accepted' }] },
    ],
  })
  expect(await trySigning(biel, signers[1]!.id, { accepted: await termsOf(biel, signers[1]!.id) })).toBe(204)
  const { verdicts, wholeFile } = await askPdfsig(await fetchBytes(id))
  expect({ verdicts, wholeFile }).toEqual({ verdicts: Array(2).fill('Signature is Valid.'), wholeFile: true })
})

async function fetchBytes(id: string): Promise<Uint8Array> {
  const out = join(folder.path, `${id}.pdf`)
  const { code, stdout } = await rubrica('fetch', id, '--out', out)
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(out) as string })
  return readFile(out)
}

test('fetch writes any sender’s document with its signatures so far, and replaces nothing unasked', async () => {
  const document = await scene.send({ signers: ['ana', 'biel'], description: { fileName: 'mine.pdf' } })
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  const bytes = await fetchBytes(document.guid)
  expect(Buffer.compare(bytes, await scene.download(document))).toBe(0)
  expect((await askPdfsig(bytes)).verdicts).toEqual(['Signature is Valid.'])
  // In the folder of the command line there is such a file.
  const taken = await scene.send({ signers: ['ana'], description: { fileName: 'package.json' } })
  const refused = await rubrica('fetch', taken.guid, '--json')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--out') as string })
  expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, code: 'FILE_EXISTS' })
})

test('status says in words how far everybody is', async () => {
  const { id, signers } = await send('--to', 'ana', '--to', 'biel', '--approver', 'biel=carla', '--name', 'words.pdf')
  await scene.people.ana.call.rejectDocument({
    params: { signerGuid: signers[0]!.id },
    body: { RejectionReason: 'Wrong year', AccessMethod: 'USER_PASS' },
  })
  const { stdout } = await rubrica('status', id)
  const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`
  const lines = [
    `words\\.pdf \\(3 pages\\), sent ${time}`,
    `rejected since ${time}`,
    `  signer ana: rejected ${time} \\(Wrong year\\)`,
    `  signer biel: cancelled ${time}`,
    `    approver carla: cancelled ${time}`,
  ]
  expect(stdout).toMatch(new RegExp(`^${lines.join('\\n')}\\n$`))
})

test('cancel withdraws a document once, whoever sent it', async () => {
  const { id, signers } = await send('--to', 'ana')
  const theirs = await scene.send({ signers: ['ana'] })
  expect(await rubrica('cancel', id, '--reason', 'Sent by mistake')).toMatchObject({
    code: 0,
    stdout: `Cancelled ${id}.\n`,
  })
  expect((await rubrica('cancel', theirs.guid.toUpperCase())).code).toBe(0)
  const again = await rubrica('cancel', id, '--json')
  expect(again.code).toBe(1)
  expect(JSON.parse(again.stdout)).toMatchObject({ ok: false, code: 'DOCUMENT_NO_LONGER_AVAILABLE' })
  expect(await trySigning(scene.people.ana, signers[0]!.id)).toBe(409)
  expect(await statusOf(theirs.guid)).toMatchObject({ state: 'cancelled' })
})

test.each(['status', 'fetch', 'cancel'])('rubrica %s of no document, and of no id, says so', async (verb) => {
  const none = await rubrica(verb, crypto.randomUUID())
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no document') as string })
  const wrong = await rubrica(verb, 'contract.pdf')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the document by its id') as string })
})

test.each(['status', 'fetch', 'cancel', 'send'])('rubrica %s --help teaches with an example', async (verb) => {
  const { code, stdout } = await rubrica(verb, '--help')
  expect(code).toBe(0)
  expect(stdout).toContain(`Usage: rubrica ${verb}`)
  expect(stdout).toMatch(/Examples?\n {2}rubrica /)
})

test.each([
  [['--certificate', 'No such one'], 1, 'ana has no certificate called "No such one".'],
  [['--attach', '/no/such/file.pdf'], 1, '/no/such/file.pdf: There is no such file or folder.'],
  [['--approver', 'nobody'], 1, 'not a user'],
  [['--at', 'biel=1,1,1,50,50'], 2, '"biel" is none of the signers'],
  [['--deadline', 'tomorrow'], 2, 'deadline'],
  [['--deadline', '2020-01-01T00:00:00Z'], 1, 'is in the past'],
])('send with %j ends with %i and says why', async (options, code, words) => {
  const { code: actual, stderr } = await rubrica('send', file, '--to', 'ana', ...options)
  expect(actual).toBe(code)
  expect(stderr).toContain(words)
})
