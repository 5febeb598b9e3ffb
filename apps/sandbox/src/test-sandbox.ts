/** A sandbox for tests, with openssl beside it as the judge of what it issues. */
import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startSandbox, type RunningSandbox, type SandboxOptions } from './start-sandbox.ts'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Keys that sandboxes under test share. */
const KEY_POOL = resolve(import.meta.dirname, '../../../.cache/test-keys')

/** A connection for each request, because one that is kept would not outlive a restart of the sandbox. */
export const once = { connection: 'close' }

/** @returns the status of an answer */
export const statusOf = async (request: Promise<Response>): Promise<number> => (await request).status

export class TestSandbox {
  readonly #folder = mkdtempSync(join(tmpdir(), 'rubrica-sandbox-'))
  readonly options: SandboxOptions = {
    dataDir: this.path('data'),
    host: '127.0.0.1',
    port: 0,
    portIsFixed: false,
    smtpPort: 0,
    keyPool: KEY_POOL,
  }
  #running: RunningSandbox | undefined

  static async open(): Promise<TestSandbox> {
    const sandbox = new TestSandbox()
    await sandbox.start()
    return sandbox
  }

  get running(): RunningSandbox {
    if (!this.#running) throw new Error('the sandbox does not run')
    return this.#running
  }

  get url(): string {
    return this.running.url
  }

  async start(): Promise<void> {
    this.#running = await startSandbox(this.options)
  }

  async stop(): Promise<void> {
    await this.running.stop()
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Stops it and takes its files away. */
  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true })
  }

  /** A file beside the sandbox's data, where openssl works. */
  path(name: string): string {
    return join(this.#folder, name)
  }

  /** What openssl wrote there. */
  read(name: string): Buffer {
    return readFileSync(this.path(name))
  }

  /** Files of the sandbox's data that other users of the machine could open. */
  filesOpenToOthers(): string[] {
    return this.dataFiles().filter((name) => (statSync(join(this.options.dataDir, name)).mode & 0o077) !== 0)
  }

  dataFiles(): string[] {
    const names = readdirSync(this.options.dataDir, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => statSync(join(this.options.dataDir, name)).isFile())
  }

  /** @returns all that openssl says */
  openssl(...args: string[]): string {
    const { stdout, stderr } = spawnSync('openssl', args, { cwd: this.#folder, encoding: 'utf8' })
    return `${stdout}${stderr}`
  }

  get(where: string): Promise<Response> {
    return fetch(`${this.url}${where}`, { headers: once })
  }

  async download(where: string): Promise<Buffer> {
    return Buffer.from(await (await this.get(where)).arrayBuffer())
  }

  post(where: string, type: string, body: Uint8Array | string): Promise<Response> {
    return this.#send(where, { 'content-type': type }, body)
  }

  postJson(where: string, body: unknown): Promise<Response> {
    return this.post(where, 'application/json', JSON.stringify(body))
  }

  /** Asks for a certificate; the account that may enrol is the sandbox's own unless another is named. */
  enrol(request: string, authorization = this.#estAccount): Promise<Response> {
    return this.#send('/.well-known/est/simpleenroll', { 'content-type': 'application/pkcs10', authorization }, request)
  }

  get #estAccount(): string {
    const { user, password } = this.running.facts.est
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }

  /** Saves the certificates of authorities (root, ca, tsa-ca), each as NAME.pem. */
  async savePems(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const certificate = new X509Certificate(await this.download(`/pki/${name}.cer`))
      writeFileSync(this.path(`${name}.pem`), certificate.toString())
    }
  }

  /** A person's certificate and key, unpacked by openssl. */
  async savePerson(name: string, body: Record<string, unknown> = {}): Promise<X509Certificate> {
    const answer = await this.postJson('/control/people', { commonName: name, pin: '1234', keyType: 'rsa', ...body })
    if (answer.status !== 201) throw new Error(`no person was made: ${answer.status}`)
    writeFileSync(this.path(`${name}.p12`), Buffer.from(await answer.arrayBuffer()))
    const pem = this.openssl('pkcs12', '-in', `${name}.p12`, '-passin', 'pass:1234', '-clcerts', '-nokeys')
    writeFileSync(this.path(`${name}.pem`), pem)
    return new X509Certificate(pem.slice(pem.indexOf('-----BEGIN')))
  }

  #send(where: string, headers: Record<string, string>, body: Uint8Array | string): Promise<Response> {
    return fetch(`${this.url}${where}`, { method: 'POST', headers: { ...once, ...headers }, body })
  }
}
