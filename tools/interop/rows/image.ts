/** The image that is made without Docker: equal when it is made again, and it serves and signs where it may do little. */
import { cp, mkdir, readFile } from 'node:fs/promises'
import { createServer, connect } from 'node:net'
import { join } from 'node:path'
import {
  createDatabase,
  DEMO_PASSWORD,
  makeTemporaryDirectory,
  startSandbox,
  type TemporaryDirectory,
} from '@rubrica/testing'
import { openSharedPostgres } from '../../../packages/testing/src/share-postgres.ts'
import { need, ProgramMissing } from '../../install-strangers.mjs'
import { fetchPackages } from '../../packaging/debian-base.mjs'
import { releaseVersion, writeImage } from '../../packaging/image.mjs'
import { sandboxEnvironment } from '../../sandbox-environment.mjs'
import { startContainer, unpackImage, type Bundle } from '../container.ts'
import { expectThat, type Row } from '../row.ts'
import { signWaiting } from '../sign-waiting.ts'
import { freePort } from '../stranger.ts'

/** Looks about in the container: who it is, what it may, and whether it can write or run anything. */
const LOOK = `
const { readFileSync, writeFileSync } = require('node:fs')
const { spawnSync } = require('node:child_process')
const code = (work) => { try { work(); return 'done' } catch (error) { return error.code } }
console.log(JSON.stringify({
  user: process.getuid(),
  capabilities: /^CapEff:\\s*(\\w+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1],
  write: code(() => writeFileSync('/opt/rubrica/dist/api.js', '')),
  shell: spawnSync('/bin/sh', ['-c', 'true']).error?.code ?? 'there is one',
}))
process.on('SIGTERM', () => process.exit())
setInterval(() => undefined, 1000)`

/** A port of the loopback behind which there is a socket of PostgreSQL's, which a container cannot see. */
async function openPort(socket: string) {
  const server = createServer((client) => {
    const database = connect(socket)
    client.pipe(database).pipe(client)
    for (const end of [client, database]) end.on('error', () => [client, database].forEach((each) => each.destroy()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())) }
}

const wishIn = (folder: string) => ({ name: 'rubrica', out: folder, node: process.execPath }) as const

/** Makes the image again, at another place and from copies of the packages, whose times differ: it has to be equal. */
async function makeAgain(folder: string, first: Awaited<ReturnType<typeof writeImage>>): Promise<void> {
  const [debs, out] = [join(folder, 'again/debs'), join(folder, 'again')]
  await cp(join(folder, 'debs'), debs, { recursive: true })
  const second = await writeImage({ ...wishIn(out), debs, aside: join(folder, 'again/base') })
  expectThat('the digest of a second image', second.digest, first.digest)
  expectThat('a second archive is equal', (await readFile(second.path)).equals(await readFile(first.path)), true)
}

/** Starts the server of the image on an empty database, and has a demo person sign. */
async function signIn(bundle: Bundle, folder: string): Promise<void> {
  const { shared, close } = await openSharedPostgres()
  try {
    await using database = await createDatabase(shared)
    await using gate = await openPort(join(shared.host, '.s.PGSQL.5432'))
    await using sandbox = await startSandbox()
    const [data, keys, trust] = [join(folder, 'data'), join(folder, 'keys'), join(folder, 'trust')]
    for (const place of [data, keys, trust]) await mkdir(place)
    const address = new URL(database.url)
    address.searchParams.delete('host')
    address.host = `127.0.0.1:${gate.port}`
    const services = await sandboxEnvironment(sandbox.url, trust)
    const inside = Object.entries(services).map(([name, value]) => [name, value.replaceAll(trust, '/etc/trust')])
    const port = await freePort()
    await using server = await startContainer(bundle, {
      env: {
        ...(Object.fromEntries(inside) as Record<string, string>),
        DATABASE_URL: address.href,
        PORT: String(port),
        DEMO: '1',
        DEMO_PASSWORD,
      },
      folders: { '/var/lib/rubrica': data, '/etc/rubrica': keys, '/etc/trust': trust },
    })
    const url = `http://127.0.0.1:${port}`
    await server.untilServes(`${url}/health/ready`)
    await signWaiting({ url, sandbox: sandbox.url, data: trust })
    await server.stop()
  } finally {
    await close()
  }
}

async function attempt(folder: TemporaryDirectory, image: Awaited<ReturnType<typeof writeImage>>): Promise<string> {
  await using owned = folder
  await makeAgain(owned.path, image)
  const bundle = await unpackImage(image.path, releaseVersion(), owned.path)
  const looking = await startContainer(bundle, { env: {}, folders: {}, args: ['/usr/bin/node', '--eval', LOOK] })
  const [seen] = await looking.untilSaid(/\{.*\}/)
  await looking.stop()
  const wanted = { user: 10_001, capabilities: '0000000000000000', write: 'EROFS', shell: 'ENOENT' }
  expectThat('what the container may', JSON.parse(seen), wanted)
  await signIn(bundle, owned.path)
  return 'made twice it is equal; confined by runc, read-only and without rights, it is ready and signs'
}

export const imageRow: Row = {
  name: 'image',
  install: async (report) => {
    if (process.getuid?.() !== 0) throw new ProgramMissing('A container is started by root alone.')
    for (const program of ['mmdebstrap', 'umoci', 'runc']) {
      need(program, ['--version'], `An image is made and run with ${program}: "apt-get install ${program}" brings it.`)
    }
    const folder = await makeTemporaryDirectory()
    const debs = join(folder.path, 'debs')
    await mkdir(debs)
    report('Making the image …')
    fetchPackages(debs)
    const image = await writeImage({ ...wishIn(folder.path), debs, aside: join(folder.path, 'base') })
    return { version: releaseVersion(), attempt: () => attempt(folder, image) }
  },
}
