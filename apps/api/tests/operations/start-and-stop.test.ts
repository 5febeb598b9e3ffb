import { execFile } from 'node:child_process'
import { access, copyFile, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { makeTemporaryDirectory, startProgram, startServer, IN_FULL_RUN } from '@rubrica/testing'

const run = promisify(execFile)
const RUBRICA = resolve(import.meta.dirname, '../../../cli/bin/rubrica.mjs')
const rubrica = (env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [RUBRICA, ...args], { env: { PATH: process.env['PATH'], ...env } })

const isReady = async (url: string) => (await fetch(`${url}/health/ready`)).status

test('a second server on a data directory, a port in use and a bad value are each one sentence and exit code 1', async () => {
  await using server = await startServer()
  const warnings = server
    .log()
    .split('\n')
    .filter((line) => line.includes('TRUST_ANCHORS'))
  expect(warnings, 'without anchors, what is not certain is told at the start, in one line').toHaveLength(1)
  const port = new URL(server.url).port
  const refused = async (env: Record<string, string>) => {
    const error: unknown = await startProgram('api', env).catch((thrown: unknown) => thrown)
    const { end, output } = error as { end: { code: number }; output: string }
    expect(end.code).toBe(1)
    const sentences = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
    expect(sentences).toHaveLength(1)
    return sentences[0]
  }
  expect(await refused({ DATA_DIR: server.dataDir, PORT: '0' })).toContain(`(process ${server.program.pid})`)
  await using other = await makeTemporaryDirectory()
  expect(await refused({ DATA_DIR: join(other.path, 'data'), PORT: port })).toContain(`Port ${port} is in use`)
  expect(await refused({ DATA_DIR: join(other.path, 'data'), PORT: 'eighty' })).toContain('PORT must be')
})

test('a killed server finds its database again, alive or dead, and its data', async () => {
  await using server = await startServer()
  const env = { DATA_DIR: server.dataDir }
  await rubrica(env, 'subscription', 'add', 'Kept')
  await server.kill9()
  await server.restart()
  expect(await isReady(server.url)).toBe(200)
  await server.kill9()
  const pidFile = join(server.dataDir, 'database/installed/cluster/postmaster.pid')
  process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL')
  await server.restart()
  expect((await rubrica(env, 'subscription', 'list')).stdout).toContain('Kept')
})

test.runIf(IN_FULL_RUN)(
  'a server that was stopped leaves no PostgreSQL behind; a command starts one for its own duration',
  async () => {
    await using server = await startServer()
    expect((await server.program.stop()).code).toBe(0)
    const pidFile = join(server.dataDir, 'database/installed/cluster/postmaster.pid')
    await expect(access(pidFile)).rejects.toMatchObject({ code: 'ENOENT' })
    await rubrica({ DATA_DIR: server.dataDir }, 'subscription', 'list')
    await expect(access(pidFile)).rejects.toMatchObject({ code: 'ENOENT' })
  },
)

test('backup beside a running server, restore on an empty installation, key rotation: the data opens again', async () => {
  await using server = await startServer({ postgres: inject('sharedPostgres') })
  await using fresh = await makeTemporaryDirectory()
  const env = { DATA_DIR: server.dataDir, DATABASE_URL: server.database?.url ?? '' }
  await rubrica(env, 'subscription', 'add', 'Moved')
  const file = join(fresh.path, 'all.tar')
  expect((await rubrica(env, 'backup', file)).stdout).toMatch(/^Wrote \d+ rows/)
  const there = { DATA_DIR: join(fresh.path, 'data') }
  await expect(rubrica(there, 'restore', file)).rejects.toMatchObject({ code: 1 })
  const keyFile = join(fresh.path, 'server-keys.json')
  await copyFile(server.serverKeyFile, keyFile)
  const moved = { ...there, SERVER_KEY_FILE: keyFile }
  await rubrica(moved, 'restore', file)
  expect((await rubrica(moved, 'keys', 'rotate')).stdout).toContain('Server key 2 is the active one')
  expect((await rubrica(moved, 'subscription', 'list')).stdout).toContain('Moved')
  const program = await startProgram('api', { ...moved, PORT: '0' })
  expect(await isReady(program.url)).toBe(200)
  await program.stop()
})

test.runIf(IN_FULL_RUN)('a damaged data directory is one sentence that says what to do', async () => {
  await using server = await startServer()
  await server.program.stop()
  await writeFile(join(server.dataDir, 'database/installed/cluster/global/pg_control'), 'garbage')
  await expect(server.restart()).rejects.toMatchObject({
    end: { code: 1 },
    output: expect.stringMatching(/is damaged .* restore a backup/) as string,
  })
})
