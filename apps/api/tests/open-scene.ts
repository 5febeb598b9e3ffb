import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import {
  DEMO_PASSWORD,
  logIn,
  makePdf,
  runCli,
  sendDocument,
  senderToken,
  startPortal,
  type LoggedIn,
  type RunningPortal,
  type SentDocument,
} from '@rubrica/testing'

export interface Signer extends LoggedIn {
  readonly certificateId: string
  readonly pin: string
}

/** A portal with its demo people logged in and a program that sends documents. */
export interface Scene extends AsyncDisposable {
  readonly portal: RunningPortal
  readonly ana: Signer
  readonly biel: Signer
  send(document: { signers: readonly string[]; pdf?: Uint8Array; description?: object }): Promise<SentDocument>
  download(document: SentDocument): Promise<Uint8Array>
}

const PINS: Readonly<Record<string, string>> = { ana: '246810', biel: '135790' }

async function signer(url: string, userId: string): Promise<Signer> {
  const person = await logIn(url, { userId, password: DEMO_PASSWORD })
  const [certificate] = await person.call.certificates({ params: { legalid: person.legalId } })
  return { ...person, certificateId: certificate!.GUID, pin: PINS[userId]! }
}

async function registerClient(portal: RunningPortal) {
  const env = { DATABASE_URL: portal.server.database?.url, DATA_DIR: portal.server.dataDir }
  const added = await runCli(['client', 'add', 'tests', '--subscription', 'Demo', '--json'], env)
  if (added.code !== 0) throw new Error(`rubrica client add: ${added.stderr}`)
  return JSON.parse(added.stdout) as { id: string; secret: string }
}

/** Starts a scene; `env` adds to the server's environment. */
export async function openScene(env: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const portal = await startPortal({ postgres: inject('sharedPostgres'), env })
  const token = await senderToken(portal.url, await registerClient(portal))
  return {
    portal,
    ana: await signer(portal.url, 'ana'),
    biel: await signer(portal.url, 'biel'),
    send: ({ signers, pdf = makePdf(), description = {} }) =>
      sendDocument(portal.url, token, {
        document: pdf,
        description: { fileName: 'document.pdf', signers: signers.map((userId) => ({ userId })), ...description },
      }),
    download: async ({ guid }) => {
      const answer = await fetch(`${portal.url}/api/v1/documents/${guid}/content`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return new Uint8Array(await answer.arrayBuffer())
    },
    [Symbol.asyncDispose]: () => portal[Symbol.asyncDispose](),
  }
}

/** Signs and tells the status: 204, or that of the error. */
export async function trySigning(
  person: Signer,
  signerGuid: string,
  { attempt = crypto.randomUUID(), pin = person.pin }: { attempt?: string; pin?: string } = {},
): Promise<number> {
  try {
    await person.call.signWithKeyVault({
      params: { signerGuid },
      body: { CertGUID: person.certificateId, PIN: pin, AccessMethod: 'USER_PASS' },
      headers: { 'idempotency-key': attempt },
    })
    return 204
  } catch (error) {
    return (error as { status?: number }).status ?? 0
  }
}

const run = promisify(execFile)

/** What pdfsig says of each signature: "Signature is Valid." and so on, and whether the last one covers the file. */
export async function askPdfsig(pdf: Uint8Array): Promise<{ verdicts: string[]; wholeFile: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'pdfsig-'))
  try {
    await writeFile(join(folder, 'file.pdf'), pdf)
    const { stdout } = await run('pdfsig', ['-nocert', join(folder, 'file.pdf')]).catch(
      (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
    )
    const verdicts = [...stdout.matchAll(/Signature Validation: (.*)/g)].map((match) => match[1]!)
    return { verdicts, wholeFile: /Total document signed/.test(stdout) }
  } finally {
    await rm(folder, { recursive: true })
  }
}
