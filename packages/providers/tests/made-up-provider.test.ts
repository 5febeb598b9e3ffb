import { spawnSync } from 'node:child_process'
import { constants, createPrivateKey, privateEncrypt, verify, type KeyObject, type X509Certificate } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../apps/sandbox/src/test-sandbox.ts'
import type { Account, Connector } from '../src/connector.ts'
import type { ProviderManifest } from '../src/provider.ts'
import type { Provider } from '../src/registered-provider.ts'
import { makeItems } from '../testing/drive-connector.ts'
import { settingsOf } from '../testing/settings-of.ts'

const HOME = fileURLToPath(new URL('../../..', import.meta.url))
const GUIDE = readFileSync(join(HOME, 'docs/providers.md'), 'utf8')

/** A copy of the package beside the packages that it needs, with the guide's folder and line in it. */
let root: string
let registry: readonly Provider[]
let manifests: readonly ProviderManifest[]

/** What the guide says of the files in the provider's folder. */
const filesOfGuide = [...GUIDE.matchAll(/```ts file=(\S+)\n([^]*?)```/g)].map(([, path = '', text = '']) => ({
  path,
  text,
}))
const lineOfGuide = /```ts line=acme\n(.*)\n```/.exec(GUIDE)?.[1] ?? ''

beforeAll(async () => {
  const cache = join(HOME, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  root = mkdtempSync(join(cache, 'made-up-provider-'))
  mkdirSync(join(root, 'packages'))
  for (const name of ['providers', 'domain', 'pades']) {
    cpSync(join(HOME, 'packages', name), join(root, 'packages', name), { recursive: true })
  }
  const source = join(root, 'packages/providers/src')
  for (const { path, text } of filesOfGuide) {
    mkdirSync(dirname(join(source, path)), { recursive: true })
    writeFileSync(join(source, path), text)
  }
  const before = readFileSync(join(source, 'registry.ts'), 'utf8')
  writeFileSync(join(source, 'registry.ts'), `${lineOfGuide}\n${before.replace(/= \[/, '= [acme, ')}`)
  ;({ registry } = (await import(join(source, 'registry.ts'))) as { registry: readonly Provider[] })
  ;({ manifests } = (await import(join(source, 'manifests.ts'))) as { manifests: readonly ProviderManifest[] })
})
afterAll(() => rmSync(root, { recursive: true }))

describe('a provider of which there is a folder and a line', () => {
  it('is told by the guide in three files', () => {
    expect(filesOfGuide.map(({ path }) => path)).toEqual(['acme/manifest.ts', 'acme/connector.ts', 'acme/index.ts'])
  })

  it('is drawn by the portal as its manifest says, after the others', () => {
    expect(manifests.at(-1)).toMatchObject({ certType: 'acme', label: 'Acme Sign', flag: 'Acme' })
  })

  it('is off without its address, and on with it', () => {
    const acme = findAcme()
    expect(acme.connect(settingsOf({}))).toBeUndefined()
    expect(acme.connect(settingsOf({ URL: 'http://127.0.0.1:1' }))).toBeDefined()
  })

  it('passes the strict compiler and the directions of imports', () => {
    const options = { cwd: root, encoding: 'utf8' } as const
    const config = { extends: join(HOME, 'tsconfig.base.json'), compilerOptions: { noEmit: true, types: ['node'] } }
    const include = ['packages/providers/src/acme', 'packages/providers/src/registry.ts']
    writeFileSync(join(root, 'tsconfig.node.json'), JSON.stringify({ ...config, include }))
    const compiler = join(HOME, 'node_modules/typescript/bin/tsc')
    expect(spawnSync(process.execPath, [compiler, '-p', 'tsconfig.node.json'], options).stdout).toBe('')
    const cruiser = join(HOME, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
    const rules = ['--config', join(HOME, '.dependency-cruiser.mjs'), 'packages/providers/src/acme']
    expect(spawnSync(process.execPath, [cruiser, ...rules], options).stdout).toMatch(
      /no dependency violations found \([1-9]\d+ modules/,
    )
  })

  describe('with somebody who answers at its address', () => {
    let sandbox: TestSandbox
    let service: { readonly url: string; readonly stop: () => void }
    let certificate: X509Certificate
    beforeAll(async () => {
      sandbox = await TestSandbox.open()
      certificate = await sandbox.savePerson('Emma')
      const key = sandbox.openssl('pkcs12', '-in', 'Emma.p12', '-passin', 'pass:1234', '-nocerts', '-nodes')
      service = await startAcme(certificate, createPrivateKey(key.slice(key.indexOf('-----BEGIN'))))
    })
    afterAll(async () => {
      service.stop()
      await sandbox.close()
    })

    const open = (): Connector => {
      const connector = findAcme().connect(settingsOf({ URL: service.url }))
      if (connector === undefined) throw new Error('The provider is off')
      return connector
    }

    async function link(Password: string): Promise<Account> {
      const outcome = await open().link({ Username: 'ana', Password })
      if (outcome.kind !== 'linked') throw new Error('The account was not linked')
      return { state: outcome.state, keep: async () => undefined }
    }

    it('goes from the account to a signature', async () => {
      const account = await link('right')
      expect(await open().check(account)).toBe(true)
      const [listed] = await open().listCertificates(account)
      expect(listed).toMatchObject({ ref: 'one', alias: "Ana's key", inputs: ['pin'] })
      const key = { ref: 'one', certificate: certificate.raw, maxDocuments: null, scal: '1' } as const
      for (const item of makeItems(2)) {
        const signature = await open().sign(account, { key, item, inputs: { pin: '1234' } })
        expect(verify('sha256', item.attributes, certificate.publicKey, signature)).toBe(true)
      }
    })

    it('refuses in our terms', async () => {
      await expect(link('wrong')).rejects.toMatchObject({ code: 'login-invalid' })
      const account = await link('right')
      const key = { ref: 'one', certificate: certificate.raw, maxDocuments: null, scal: '1' } as const
      for (const item of makeItems(1)) {
        const work = open().sign(account, { key, item, inputs: { pin: '0000' } })
        await expect(work).rejects.toMatchObject({ code: 'wrong-pin' })
      }
    })
  })
})

function findAcme(): Extract<Provider, { kind: 'remote' }> {
  const acme = registry.find(({ manifest }) => manifest.certType === 'acme')
  if (acme?.kind !== 'remote') throw new Error('The registry does not know the provider')
  return acme
}

/** DigestInfo of SHA-256 (RFC 8017 §9.2) before the digest. */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** The provider of the guide, as its connector expects it. */
async function startAcme(certificate: X509Certificate, key: KeyObject): Promise<{ url: string; stop: () => void }> {
  const server: Server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, string>
      const { status = 200, ...answer } = answerAs(request.url ?? '', body)
      reply.writeHead(status).end(JSON.stringify(answer))
    })
  })
  const answerAs = (path: string, body: Record<string, string>): { status?: number; [name: string]: unknown } => {
    if (path === '/login') return body['Password'] === 'right' ? { token: 'T' } : { status: 403 }
    if (body['token'] !== 'T') return { status: 403 }
    if (path === '/check') return { works: true }
    const text = certificate.raw.toString('base64')
    if (path === '/certificates') return { certificates: [{ id: 'one', name: "Ana's key", certificate: text }] }
    if (body['pin'] !== '1234') return { status: 422 }
    const block = Buffer.concat([DIGEST_INFO, Buffer.from(body['digest'] ?? '', 'base64')])
    return { signature: privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, block).toString('base64') }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, stop: () => void server.close() }
}
