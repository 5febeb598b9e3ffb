/**
 * The key file under a key of the operator's, in the running server. Against SoftHSM (`apt-get install softhsm2`; skipped
 * where it, or the optional package pkcs11js, is not installed) and moto, which plays AWS KMS (installed by pip; skipped
 * where that cannot be). Keys on paper by ssss (`apt-get install ssss`; skipped where it is not installed).
 */
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { makeSoftHsm, softHsmModule } from '@rubrica/pki/testing'
import {
  createDatabase,
  makeTemporaryDirectory,
  runCli,
  startProgram,
  StartFailed,
  writeServerKeyFile,
  type TemporaryDirectory,
} from '@rubrica/testing'
import { openKmsKek } from '../../src/adapters/server-keys/kek/kms-kek.ts'
import { openTokenKek } from '../../src/adapters/server-keys/kek/token-kek.ts'
import { Secret } from '../../src/config/secret.ts'
import { startMoto, type Moto } from './moto/start-moto.ts'

const PIN = 'canary-token-pin'
/** Three servers and six commands are started one after another, on a machine that may be busy. */
const PATIENCE_MS = 900_000
const KEY = randomBytes(32)

let folder: TemporaryDirectory
beforeEach(async () => {
  folder = await makeTemporaryDirectory()
})
afterEach(() => folder[Symbol.asyncDispose]())

interface StoredFile {
  readonly format: number
  readonly kek?: string
  readonly keys: readonly { readonly version: number; readonly key?: string; readonly sealed?: string }[]
}
const readStored = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as StoredFile

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = (await work.catch((thrown: unknown) => thrown)) as Error & { code?: string }
  expect([error.name, error.code, error.cause]).toEqual(['ServerKeyError', 'SERVER_KEY_KEK', undefined])
  for (const secret of ['canary', KEY.toString('base64'), KEY.toString('hex')])
    expect(error.stack).not.toContain(secret)
  return error.message
}

/** Why a server does not start: one sentence. */
async function startRefused(env: Record<string, string>): Promise<string> {
  const error: unknown = await startProgram('api', { PORT: '0', ...env }).then(
    (program) => program.stop().then(() => 'it started'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof StartFailed)) return String(error)
  expect([error.end.code, error.output.includes('canary')]).toEqual([1, false])
  return error.output
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'))
    .join('\n')
}

/** Seals, starts, stages, and unseals with a key that `kek` names: the same for each kind of it. */
async function liveThrough(kek: Record<string, string>): Promise<void> {
  await using database = await createDatabase(inject('sharedPostgres'))
  const file = join(folder.path, 'keys/server-keys.json')
  const plain = { DATABASE_URL: database.url, DATA_DIR: join(folder.path, 'data'), SERVER_KEY_FILE: file }
  const env = { ...plain, ...kek }
  await writeServerKeyFile(file)
  const key = (await readStored(file)).keys[0]!.key!
  expect(await startRefused(env)).toMatch(/is not sealed, and SERVER_KEY_KEK is set; run "rubrica keys seal"/)
  const sealed = await runCli(['keys', 'seal'], env)
  expect([sealed.stderr, sealed.stdout]).toEqual(['', expect.stringMatching(/^1 server keys in .* lie under /)])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = await readFile(file, 'utf8')
  expect([text.includes(key), text.includes('canary')]).toEqual([false, false])
  expect((await runCli(['keys', 'seal'], env)).stderr).toMatch(/is sealed already/)
  expect(await startRefused(plain)).toMatch(/is sealed under .*; set SERVER_KEY_KEK to that/)

  const server = await startProgram('api', { PORT: '0', ...env })
  expect((await runCli(['keys', 'rotate'], env)).stdout).toMatch(/^Server key 2 is the active one/)
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  await server.stop()
  expect(server.log()).not.toMatch(/canary/)
  const both = await readStored(file)
  expect([both.format, both.keys.map(({ version }) => version)]).toEqual([2, [1, 2]])

  const swapped = { ...both, keys: [{ ...both.keys[0]!, sealed: both.keys[1]!.sealed }, both.keys[1]!] }
  await writeFile(file, JSON.stringify(swapped), { mode: 0o600 })
  expect(await startRefused(env)).toMatch(/^The key under which the server keys lie \(.*\) [^\n]*\.$/)
  await writeFile(file, JSON.stringify(both), { mode: 0o600 })
  expect((await runCli(['keys', 'unseal'], env)).stdout).toMatch(/^2 server keys in .* lie open/)
  expect((await readStored(file)).keys[0]!.key).toBe(key)
  await (await startProgram('api', { PORT: '0', ...plain })).stop()
}

describe.runIf(softHsmModule)('a key in a token (skipped without softhsm2 and pkcs11js)', () => {
  const nameOf = (key: string, token = 'keks') => `pkcs11:token=${token};object=${key}?module-path=${softHsmModule}`
  let configuration: string
  beforeEach(async () => {
    const place = join(folder.path, 'token')
    await mkdir(place)
    const secretKeys = { kek: randomBytes(32), other: randomBytes(32) }
    configuration = makeSoftHsm(place, { label: 'keks', pin: PIN, keys: {}, certificates: {}, secretKeys })
    process.env['SOFTHSM2_CONF'] = configuration
  })
  afterEach(() => {
    delete process.env['SOFTHSM2_CONF']
  })

  const open = (wish: { key?: string; token?: string; pin?: string; module?: string } = {}) =>
    openTokenKek({
      ...{ kind: 'pkcs11', name: 'pkcs11:test', module: wish.module ?? softHsmModule ?? '' },
      ...{ token: wish.token ?? 'keks', key: wish.key ?? 'kek', pin: new Secret(wish.pin ?? PIN) },
    })

  test(
    'seals the key file, which serves, rotates and is unsealed',
    async () => {
      await liveThrough({
        ...{ SERVER_KEY_KEK: nameOf('kek'), SERVER_KEY_KEK_SECRET: PIN, SOFTHSM2_CONF: configuration },
      })
    },
    PATIENCE_MS,
  )

  test('opens what it has closed, under the same key and binding only', async () => {
    const sealed = await open().seal(KEY, 'one')
    expect(Buffer.from(await open().open(sealed, 'one'))).toEqual(KEY)
    for (const [kek, binding] of [
      [open(), 'other'],
      [open({ key: 'other' }), 'one'],
    ] as const) {
      expect(await refusalOf(kek.open(sealed, binding))).toMatch(/its token refuses/)
    }
    expect(await refusalOf(open().open(sealed.subarray(0, 20), 'one'))).toMatch(/its token refuses/)
  })

  test('a wrong PIN is not tried again; no such key, token or module is each one sentence', async () => {
    const wrong = open({ pin: 'canary-wrong-pin' })
    expect(await refusalOf(wrong.seal(KEY, 'x'))).toMatch(/is not opened by the PIN in SERVER_KEY_KEK_SECRET/)
    await rm(configuration)
    expect(await refusalOf(wrong.seal(KEY, 'x'))).toMatch(/is not opened by the PIN/)
    await writeFile(
      configuration,
      `directories.tokendir = ${join(dirname(configuration), 'tokens')}\nlog.level = ERROR\n`,
    )
    expect(await refusalOf(open({ key: 'none' }).seal(KEY, 'x'))).toMatch(/is not in its token/)
    expect(await refusalOf(open({ token: 'none' }).seal(KEY, 'x'))).toMatch(/is in a token that is not there/)
    expect(await refusalOf(open({ module: '/nowhere.so' }).seal(KEY, 'x'))).toMatch(/cannot be loaded/)
  })
})

describe('a key of AWS KMS (moto)', () => {
  let moto: Moto | string = 'moto was not started.'
  const before = { ...process.env }
  beforeAll(async () => {
    moto = await startMoto()
    if (typeof moto !== 'string') Object.assign(process.env, moto.env)
  }, 1_200_000)
  afterAll(async () => {
    if (typeof moto === 'string') return
    for (const name of Object.keys(moto.env)) {
      delete process.env[name]
      if (before[name] !== undefined) process.env[name] = before[name]
    }
    await moto.stop()
  })
  const open = (key: string) => openKmsKek({ kind: 'aws-kms', name: 'aws-kms:test', key, region: 'eu-west-1' })

  test(
    'seals the key file, which serves, rotates and is unsealed',
    async ({ skip }) => {
      if (typeof moto === 'string') return skip(moto)
      await liveThrough({ ...moto.env, SERVER_KEY_KEK: `aws-kms:${moto.key}` })
    },
    PATIENCE_MS,
  )

  test('opens what it has closed, under the same binding only; no such key and no KMS are each one sentence', async ({
    skip,
  }) => {
    if (typeof moto === 'string') return skip(moto)
    const sealed = await open(moto.key).seal(KEY, 'one')
    expect(Buffer.from(await open(moto.key).open(sealed, 'one'))).toEqual(KEY)
    expect(await refusalOf(open(moto.key).open(sealed, 'other'))).toMatch(/was changed, or closed for something else/)
    const unknown = moto.key.replace(/[0-9a-f-]{36}$/, '00000000-0000-0000-0000-000000000000')
    expect(await refusalOf(open(unknown).seal(KEY, 'one'))).toMatch(/is not known to AWS KMS/)
    process.env['AWS_ENDPOINT_URL_KMS'] = 'http://127.0.0.1:1'
    expect(await refusalOf(open(moto.key).seal(KEY, 'one'))).toMatch(/cannot be asked at AWS KMS/)
    process.env['AWS_ENDPOINT_URL_KMS'] = moto.env['AWS_ENDPOINT_URL_KMS']
  })
})

const hasSsss = spawnSync('ssss-split', ['-v']).error === undefined

/** Runs a program on a text; its exit code, and what it writes on either stream. */
const pipe = (program: string, args: string[], input: string) =>
  new Promise<{ code: number; text: string }>((done) => {
    const child = execFile(program, args, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, text: `${stdout}${stderr}` }),
    )
    child.stdin?.end(input)
  })

describe.runIf(hasSsss)('keys on paper, two of three shares (skipped without ssss)', () => {
  const enter = async (words: string[], key: string) => {
    const cli = join(import.meta.dirname, '../../../../dist/cli.js')
    return (await pipe(process.execPath, [cli, 'keys', 'enter', ...words], key)).code
  }

  test('the drill: a key file that is lost comes back from two shares, and from no wrong ones', async () => {
    const file = join(folder.path, 'keys/server-keys.json')
    process.env['SERVER_KEY_FILE'] = file
    try {
      await writeServerKeyFile(file)
      const before = (await readStored(file)).keys[0]!.key
      const printed = await runCli(['keys', 'print', '1'], { SERVER_KEY_FILE: file })
      const fingerprint = /fingerprint ([0-9a-f]{32})/.exec(printed.stderr)![1]!
      const split = ['-t', '2', '-n', '3', '-x', '-s', '256', '-Q']
      const shares = (await pipe('ssss-split', split, printed.stdout)).text.trim().split('\n')
      expect(shares).toHaveLength(3)
      await rm(file)
      const combine = async (...some: string[]) =>
        (await pipe('ssss-combine', ['-t', '2', '-x', '-Q'], `${some.join('\n')}\n`)).text
      const wrong = shares[2]!.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
      expect(await enter(['1', fingerprint], await combine(shares[0]!, wrong))).toBe(1)
      await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
      expect(await enter(['1', fingerprint], await combine(shares[2]!, shares[0]!))).toBe(0)
      expect((await readStored(file)).keys[0]!.key).toBe(before)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      expect(await enter(['1', fingerprint], await combine(shares[0]!, shares[1]!)), 'it is there already').toBe(0)
      expect(await enter(['1', fingerprint], 'canary')).toBe(1)
      expect(await enter(['1', 'canary'], '')).toBe(2)
    } finally {
      delete process.env['SERVER_KEY_FILE']
    }
  })
})
