import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { makeTemporaryDirectory } from '@rubrica/testing'
import { expect, test } from 'vitest'
import { writeOciArchive } from './oci-archive.mjs'
import { entriesBelow, file, folder, writeEntries, type Entry } from './tar-entries.mjs'

/** Longer than the fields for names in a header, in one part that cannot be cut. */
const LONG = `${'deep/'.repeat(30)}${'n'.repeat(180)}.txt`
const SECONDS = 1_700_000_000

const describe = (layers: readonly Entry[][]) => ({
  name: 'try',
  version: '1.2.3',
  architecture: 'amd64',
  config: { User: '10001:10001', Cmd: ['/usr/bin/node'] },
  annotations: { 'org.opencontainers.image.version': '1.2.3' },
  layers: layers.map((entries, index) => ({ title: `layer ${index}`, entries })),
  seconds: SECONDS,
})

/** A tree made in the order of `names`, at times and with a mask that differ. */
async function makeTree(place: string, { names, umask, time }: { names: string[]; umask: number; time: number }) {
  for (const name of names) {
    await mkdir(join(place, name, '..'), { recursive: true })
    await writeFile(join(place, name), `the content of ${name}`)
    await chmod(join(place, name), (name.startsWith('bin/') ? 0o777 : 0o666) & ~umask)
    await utimes(join(place, name), time, time)
  }
  await symlink('bin/run', join(place, 'run'))
}

const tar = (...args: string[]) => execFileSync('tar', args, { encoding: 'utf8' })
const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex')

async function unpack(archive: string, place: string) {
  await mkdir(place)
  tar('--extract', '--file', archive, '--directory', place)
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(place, name), 'utf8'))
  const blob = (digest: string) => readFile(join(place, 'blobs/sha256', digest.replace('sha256:', '')))
  return { json, blob }
}

test('two trees of equal files give equal archives, whatever their order, times and masks are', async () => {
  await using work = await makeTemporaryDirectory()
  const names = ['bin/run', 'b.txt', 'a/c.txt']
  const digests = []
  for (const [name, wish] of Object.entries({
    one: { names, umask: 0o022, time: 1_000_000 },
    two: { names: names.toReversed(), umask: 0o077, time: 2_000_000 },
  })) {
    await makeTree(join(work.path, name), wish)
    const archive = join(work.path, `${name}.tar`)
    const digest = await writeOciArchive(describe([entriesBelow(join(work.path, name), 'opt')]), archive)
    digests.push([digest, sha256(await readFile(archive))])
  }
  expect(digests[0]).toEqual(digests[1])
})

test('every digest and size in the archive is that of what it names, and Docker finds the same', async () => {
  await using work = await makeTemporaryDirectory()
  const archive = join(work.path, 'try.tar')
  const digest = await writeOciArchive(describe([[file('a', 'x')], [file('b', 'y'), file('c', 'z')]]), archive)
  const { json, blob } = await unpack(archive, join(work.path, 'layout'))
  expect(await json('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' })
  interface Descriptor {
    digest: string
    size: number
  }
  const { manifests } = (await json('index.json')) as { manifests: Descriptor[] }
  expect(manifests.map((one) => one.digest)).toEqual([digest])
  const manifest = JSON.parse(String(await blob(digest))) as { config: Descriptor; layers: Descriptor[] }
  for (const one of [...manifests, manifest.config, ...manifest.layers]) {
    const octets = await blob(one.digest)
    expect([`sha256:${sha256(octets)}`, octets.length]).toEqual([one.digest, one.size])
  }
  const image = JSON.parse(String(await blob(manifest.config.digest))) as {
    created: string
    config: object
    rootfs: { diff_ids: string[] }
  }
  expect(image).toMatchObject({ created: '2023-11-14T22:13:20Z', config: { User: '10001:10001' } })
  const plain = await Promise.all(manifest.layers.map(async (one) => sha256(gunzipSync(await blob(one.digest)))))
  expect(image.rootfs.diff_ids).toEqual(plain.map((hex) => `sha256:${hex}`))
  const blobPath = (one: Descriptor) => `blobs/sha256/${one.digest.replace('sha256:', '')}`
  expect(await json('manifest.json')).toEqual([
    { Config: blobPath(manifest.config), RepoTags: ['try:1.2.3'], Layers: manifest.layers.map(blobPath) },
  ])
})

test('tar reads each path, link, mode and owner as it was said, also a path that no header holds', async () => {
  await using work = await makeTemporaryDirectory()
  const entries = [
    file(LONG, 'long'),
    folder('var/own', { mode: 0o700, owner: 10_001 }),
    folder('tmp', { mode: 0o1777 }),
    file('usr/bin/run', 'x', { mode: 0o755 }),
    { path: 'lib', type: 'link', mode: 0o777, target: 'usr/lib' } as const,
  ]
  const archive = join(work.path, 'try.tar')
  await writeOciArchive(describe([entries]), archive)
  const { json, blob } = await unpack(archive, join(work.path, 'layout'))
  const [{ Layers }] = (await json('manifest.json')) as [{ Layers: [string] }]
  await writeFile(join(work.path, 'layer.tar'), gunzipSync(await blob(Layers[0].replace('blobs/sha256/', ''))))
  const listed = tar('--list', '--verbose', '--numeric-owner', '--file', join(work.path, 'layer.tar'))
  const lines = listed.split('\n').map((line) => line.split(/\s+/))
  const seen: Record<string, string[]> = Object.fromEntries(
    lines.map(([mode = '', owner = '', , , , path = '', ...rest]) => [path, [mode, owner, ...rest]]),
  )
  expect(seen).toMatchObject({
    [LONG]: ['-rw-r--r--', '0/0'],
    'deep/': ['drwxr-xr-x', '0/0'],
    'var/own/': ['drwx------', '10001/10001'],
    'tmp/': ['drwxrwxrwt', '0/0'],
    'usr/bin/run': ['-rwxr-xr-x', '0/0'],
    lib: ['lrwxrwxrwx', '0/0', '->', 'usr/lib'],
  })
})

test('a folder gets what the layers would hold, a later entry instead of an earlier one', async () => {
  await using work = await makeTemporaryDirectory()
  writeEntries(work.path, [
    file('etc/name', 'before'),
    file('usr/bin/run', 'x', { mode: 0o755 }),
    file('etc/name', 'after'),
  ])
  expect(await readFile(join(work.path, 'etc/name'), 'utf8')).toBe('after')
  expect((await stat(join(work.path, 'usr/bin/run'))).mode & 0o777).toBe(0o755)
})
