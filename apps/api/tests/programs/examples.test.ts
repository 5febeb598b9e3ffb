/** The examples for programs, each run as its README says, against the running server. */
import { execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  makePdf,
  makeTemporaryDirectory,
  openScene,
  runCli,
  trySigning,
  type Scene,
  type TemporaryDirectory,
  sampleOf,
} from '@rubrica/testing'
import { Rubrica } from '@rubrica/sdk'

const EXAMPLES = join(import.meta.dirname, '../../../../examples')
const EXAMPLE_COMMANDS = [
  ['Python', 'python3', [join(EXAMPLES, 'send.py')]],
  ['TypeScript', process.execPath, ['--import', import.meta.resolve('tsx'), join(EXAMPLES, 'send.ts')]],
  ['curl', 'sh', [join(EXAMPLES, 'send.sh')]],
] as const

let folder: TemporaryDirectory
let scene: Scene
let program: { id: string; secret: string }
beforeAll(async () => {
  folder = await makeTemporaryDirectory()
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const { server } = scene.portal
  const added = await runCli(
    ['client', 'add', 'my-program', '--subscription', 'Demo', '--scope', 'documents', '--json'],
    {
      DATABASE_URL: server.database?.url,
      DATA_DIR: server.dataDir,
    },
  )
  program = JSON.parse(added.stdout) as { id: string; secret: string }
})
afterAll(async () => {
  await scene?.[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const isThere = (command: string) =>
  promisify(execFile)(command, ['--version']).then(
    () => true,
    () => false,
  )

/** Starts an example and, once it says what it sent, has the person do something with it. */
async function runExample(command: string, args: readonly string[], decide: (guid: string) => Promise<void>) {
  const child = spawn(command, args, {
    env: {
      PATH: process.env['PATH'],
      RUBRICA_URL: scene.portal.url,
      RUBRICA_CLIENT_ID: program.id,
      RUBRICA_CLIENT_SECRET: program.secret,
    },
  })
  let said = ''
  let decision: Promise<void> | undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const guid = / as ([0-9a-f-]{36})\./.exec(said)?.[1]
      if (guid !== undefined) decision ??= decide(guid)
    })
  }
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  await decision
  expect(said).not.toContain(program.secret)
  return { code, said }
}

const following = () =>
  new Rubrica({ url: scene.portal.url, clientId: program.id, clientSecret: program.secret }).documents

test.each(EXAMPLE_COMMANDS)(
  'the example in %s sends a file, waits and fetches it signed',
  async (_name, command, args) => {
    if (!(await isThere(command === 'sh' ? 'curl' : command))) {
      console.warn(`${command} is not installed, so its example was not run.`)
      return
    }
    const source = join(folder.path, 'Contract 1.pdf')
    const target = join(folder.path, 'signed.pdf')
    writeFileSync(source, makePdf())
    const { code, said } = await runExample(command, [...args, source, 'ana', target], async (guid) => {
      const { signers } = await following().get(guid)
      expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
    })
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`Signed: ${target}`) as string })
    const { url, dataDir } = scene.portal.sandbox
    const trust = ['--trust', join(dataDir, 'sandbox-root.cer'), '--online', '--allow-private', new URL(url).origin]
    expect(await runCli(['verify', target, ...trust])).toMatchObject({ code: 0 })
  },
)

test.each(sampleOf(EXAMPLE_COMMANDS, 3))(
  'the example in %s says it when the document is withdrawn, and ends with 1',
  async (_name, command, args) => {
    if (!(await isThere(command === 'sh' ? 'curl' : command))) return
    const source = join(folder.path, 'withdrawn.pdf')
    writeFileSync(source, makePdf())
    const { code, said } = await runExample(command, [...args, source, 'ana', `${source}.signed`], (guid) =>
      following().cancel(guid),
    )
    expect(code).toBe(1)
    expect(said).toContain('The document is cancelled.')
  },
)
