/** As somebody who has the evidence, the document and the roots, and nothing of this project: docs/evidence-file.md. */
import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { readEvidenceFile } from '@rubrica/evidence-file'
import {
  fixedPort,
  makeTemporaryDirectory,
  openScene,
  runCli,
  trySigning,
  type Scene,
  type TemporaryDirectory,
} from '@rubrica/testing'
import { askOpenssl } from '../scenes/ask-openssl.ts'
import { fetchEvidence } from '../scenes/fetch-evidence.ts'
import { sealAnew } from '../scenes/seal-anew.ts'
import { untilArchived } from '../scenes/until-archived.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const run = promisify(execFile)

let scene: Scene
let given: TemporaryDirectory
let documentId: string
const at = (name: string) => join(given.path, name)
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { ARCHIVE_DELAY_MS: '0', PORT: fixedPort() } })
  const sent = await scene.send({ signers: ['ana', 'carla'], signer: { approvers: [{ userId: 'biel' }] } })
  const { call } = scene.people.biel
  documentId = sent.guid
  const toApprove = (
    await call.pendingApprovals({ body: { Terms: { vidmobileuser: scene.people.biel.userId } } })
  ).filter(({ DocGuid }) => DocGuid === sent.guid)
  for (const { ApproverGuid: approverGuid } of toApprove) {
    await call.approvalPages({ params: { approverGuid, page: '1' }, query: {} })
    await call.acceptApproval({ params: { approverGuid } })
  }
  await scene.people.ana.call.renderedDocument({ params: { docGuid: sent.guid, page: '1' }, query: {} })
  for (const [index, name] of (['ana', 'carla'] as const).entries())
    expect(await trySigning(scene.people[name], sent.signers[index]!.guid)).toBe(204)
  await untilArchived(scene, sent)
  await sealAnew(scene)
  given = await makeTemporaryDirectory()
  await writeFile(at('evidence.pdf'), (await fetchEvidence(scene, sent.guid)).bytes)
  await writeFile(at('signed.pdf'), await scene.download(sent))
  const root = await fetch(`${scene.portal.sandbox.url}/pki/root.cer`)
  await writeFile(at('root.cer'), Buffer.from(await root.arrayBuffer()))
  await run('openssl', ['x509', '-inform', 'der', '-in', at('root.cer'), '-out', at('tsa.pem')])
  // The institution tells which seal is its own.
  const [seal] = await scene.portal.server.database!.query<{ certificate: Buffer }>('select certificate from seal_keys')
  await writeFile(at('seal.pem'), new X509Certificate(seal!.certificate).toString())
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await given[Symbol.asyncDispose]()
})

const bash = (commands: string, cwd: string) => run('bash', ['-c', `set -euo pipefail\n${commands}`], { cwd })

/**
 * The commands of the page, in a folder with what was given.
 * @param change of what lies there, once the embedded files do
 * @param evidence name of the file among those that were given
 * @returns what pdfsig says, and all that was said where a command failed
 */
async function followRecipe(
  change: (folder: string) => Promise<unknown> = () => Promise.resolve(),
  evidence = 'evidence.pdf',
) {
  const page = await readFile(join(ROOT, 'docs/evidence-file.md'), 'utf8')
  const [seal, ...rest] = /```sh recipe\n(.*?)```/s.exec(page)![1]!.split(/^(?=# 2\.)/m)
  await using folder = await makeTemporaryDirectory()
  await copyFile(at(evidence), join(folder.path, 'evidence.pdf'))
  for (const name of ['signed.pdf', 'tsa.pem']) await copyFile(at(name), join(folder.path, name))
  const { stdout } = await bash(seal!, folder.path)
  await change(folder.path)
  return await bash(`set -x\n${rest.join('')}`, folder.path).then(
    () => ({ said: stdout, stopped: undefined }),
    ({ stdout: said, stderr }: { stdout: string; stderr: string }) => ({ said, stopped: said + stderr }),
  )
}

test('each step of the recipe holds, with poppler, openssl and jq alone', async () => {
  const { said, stopped } = await followRecipe()
  expect(stopped).toBeUndefined()
  expect(said).toContain('Signature is Valid.')
  expect(said).toContain('Total document signed')
})

test('each step holds with a file whose seal was renewed, and so does the command', async () => {
  const database = scene.portal.server.database!
  const before = await readFile(at('evidence.pdf'))
  await database.query(`update evidence_files set renew_at = now() - interval '1 second' where is_newest`)
  await database.query(`insert into pgboss.job (name, data) values ('renew-seals', '{}')`)
  const renewed = await vi.waitFor(
    async () => {
      const { bytes } = await fetchEvidence(scene, documentId)
      expect(bytes.length).toBeGreaterThan(before.length)
      return bytes
    },
    { timeout: 120_000, interval: 200 },
  )
  expect(renewed.subarray(0, before.length).equals(before)).toBe(true)
  await writeFile(at('renewed.pdf'), renewed)
  const { said, stopped } = await followRecipe(undefined, 'renewed.pdf')
  expect(stopped).toBeUndefined()
  expect(said).toContain('Signature is Valid.')
  // Each of the timestamps over the file, as openssl has it.
  expect(await askOpenssl(renewed, await readFile(at('root.cer')))).toEqual(['Verification: OK', 'Verification: OK'])
  const trusted = ['--document', at('signed.pdf'), '--trust', at('root.cer'), '--seal', at('seal.pem')]
  const { code, stdout } = await runCli(['evidence', 'verify', at('renewed.pdf'), ...trusted], {})
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^proved {2}seal/m)])
})

test.each([
  ['an event', 'events.jsonl', '"sequence":3', '"sequence":4'],
  ['a value', 'personal.json', 'Ana', 'Eva'],
  ['a page', 'pages.json', '"page": 1', '"page": 2'],
  ['the head', 'head.json', '"treeSize":', '"treesize":'],
])('the recipe fails where %s is another', async (_what, name, before, after) => {
  const { stopped } = await followRecipe(async (folder) => {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    expect(text).toContain(before)
    await writeFile(path, text.replace(before, after))
  })
  expect(stopped).toContain(`${name}: FAILED`)
})

test('a program of another language binds pages to acts of signers and approvers, too', async () => {
  await using folder = await makeTemporaryDirectory()
  const files = ['events.jsonl', 'pages.json'].map((name) => join(folder.path, name))
  const { files: embedded } = readEvidenceFile(await readFile(at('evidence.pdf')))
  for (const path of files) await writeFile(path, embedded.get(basename(path))!)
  const ask = async () => {
    const { stdout } = await run('python3', [join(import.meta.dirname, 'served_pages.py'), ...files])
    return stdout.trim().replace(/^\S+ /gm, '').split('\n').sort()
  }
  // Two approvals with a page each, one signature with a page, one without any.
  expect(await ask()).toEqual(['0 fits', '1 fits', '1 fits', '1 fits'])
  const pages = await readFile(files[1]!, 'utf8')
  await writeFile(files[1]!, pages.replace('"page": 1', '"page": 2'))
  expect(await ask()).toContain('1 differs')
})

test('the recipe fails with another document', async () => {
  const { stopped } = await followRecipe((folder) => copyFile(at('evidence.pdf'), join(folder, 'signed.pdf')))
  expect(stopped).toMatch(/^\+ test [0-9a-f]{64} = [0-9a-f]{64}\n?$/m)
})

interface Verdict {
  readonly holds: boolean
  readonly steps: readonly { name: string; outcome: string; faults: readonly string[] }[]
}

const givenFiles = () => [at('evidence.pdf'), '--document', at('signed.pdf'), '--trust', at('root.cer')]

test('the command says each step, and fails where one does', async () => {
  const { code, stdout } = await runCli(['evidence', 'verify', ...givenFiles(), '--seal', at('seal.pem')], {})
  expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing contradicts this evidence.')])
  const other = ['evidence', 'verify', at('evidence.pdf'), '--document', at('evidence.pdf'), '--json']
  const refused = await runCli(other, {})
  const { holds, steps } = JSON.parse(refused.stdout) as Verdict
  expect([refused.code, holds]).toEqual([1, false])
  expect(steps.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)).toEqual(['document'])
})

test('the evidence names the program of one file that came with what made it', async () => {
  const { manifest } = readEvidenceFile(await readFile(at('evidence.pdf')))
  const { stdout } = await run('sha256sum', [join(ROOT, 'dist', manifest.verifier!.name)])
  expect(stdout.split(' ')[0]).toBe(manifest.verifier!.sha256)
})

test('the program of one file says the same, where nothing else of this project is', async () => {
  await using elsewhere = await makeTemporaryDirectory()
  const program = join(elsewhere.path, 'rubrica-evidence.mjs')
  await copyFile(join(ROOT, 'dist/rubrica-evidence.mjs'), program)
  const args = [...givenFiles(), '--seal', at('seal.pem')]
  const { stdout } = await run(process.execPath, [program, ...args], { cwd: elsewhere.path, env: {} })
  expect(stdout).toBe((await runCli(['evidence', 'verify', ...args], {})).stdout)
})
