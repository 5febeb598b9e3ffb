import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')
/** Files that are never read to the end, and nothing that keeps the process waiting for them. */
const NEVER_READ = `data:text/javascript,${encodeURIComponent(`
  import files from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  const read = files.readFile
  files.readFile = (path, ...more) => (path === 'never' ? new Promise(() => {}) : read(path, ...more))
  syncBuiltinESMExports()
`)}`

const run = (...args: string[]) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((done) => {
    const command = ['--import', 'tsx', '--import', NEVER_READ, MAIN, ...args]
    execFile(process.execPath, command, (error, stdout, stderr) => done({ code: error?.code ?? 0, stdout, stderr }))
  })

const SENTENCE = 'The command stopped before it was done, because what it was waiting for can no longer come.'

test('a command whose work can no longer end says so in one sentence, and fails', async () => {
  expect(await run('render', 'never', '--out', 'never.jpg')).toEqual({ code: 1, stdout: '', stderr: `${SENTENCE}\n` })
})

test('a program that asked for JSON is told in JSON', async () => {
  const { code, stdout } = await run('render', 'never', '--out', 'never.jpg', '--json')
  expect([code, JSON.parse(stdout)]).toEqual([1, { ok: false, code: 'UNFINISHED', message: SENTENCE }])
})

test('a command that is done says nothing of the kind', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, stderr: '' })
})
