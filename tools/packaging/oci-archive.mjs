// Writes an image as an OCI image layout in one tar file (https://github.com/opencontainers/image-spec, v1.1). It also
// has the `manifest.json` by which `docker load` finds its way. Needs neither root nor a container engine.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../common.mjs'
import { completeEntries, file } from './tar-entries.mjs'
import { tarStream } from './tar-stream.mjs'

const MEDIA = 'application/vnd.oci.image'

const digestOf = (octets) => createHash('sha256').update(octets).digest('hex')

async function digestOfFile(path) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Node's own compressor chooses by the processor that it runs on; gzip makes the same octets everywhere. */
async function compress(octets, path) {
  const gzip = spawn('gzip', ['-n', '-6'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const missing = once(gzip, 'error').then(() => {
    throw new Refusal('An image is compressed by gzip, which is missing here.')
  })
  const ended = once(gzip, 'exit')
  await Promise.race([
    missing,
    Promise.all([pipeline(octets, gzip.stdin), pipeline(gzip.stdout, createWriteStream(path)), ended]),
  ])
  if (gzip.exitCode !== 0) throw new Refusal('gzip could not compress a layer.')
}

/**
 * Writes the entries as a compressed tar file.
 *
 * @param {import('./tar-entries.mjs').Entry[]} entries
 * @param {{ seconds: number, path: string }} wish the time of each file, and where the archive goes
 * @returns {Promise<string>} SHA-256 of the archive before it is compressed, in hex
 */
export async function writeTarball(entries, { seconds, path }) {
  const plain = createHash('sha256')
  const octets = Readable.from(tarStream(completeEntries(entries), seconds)).map((chunk) => {
    plain.update(chunk)
    return chunk
  })
  await compress(octets, path)
  return plain.digest('hex')
}

/** Compresses the layer into the folder, under its digest. */
async function writeLayer(entries, { seconds, blobs }) {
  const aside = join(blobs, 'layer')
  const plain = await writeTarball(entries, { seconds, path: aside })
  const digest = await digestOfFile(aside)
  renameSync(aside, join(blobs, digest))
  return { digest, plain, size: statSync(join(blobs, digest)).size }
}

function describeImage({ architecture, config, layers, created }) {
  return {
    created,
    architecture,
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ plain }) => `sha256:${plain}`) },
    history: layers.map(({ title }) => ({ created, created_by: title })),
  }
}

function describeManifest({ image, layers, annotations }) {
  return {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config: { mediaType: `${MEDIA}.config.v1+json`, digest: `sha256:${digestOf(image)}`, size: image.length },
    layers: layers.map(({ digest, size }) => ({
      mediaType: `${MEDIA}.layer.v1.tar+gzip`,
      digest: `sha256:${digest}`,
      size,
    })),
    annotations,
  }
}

/** What leads to the manifest: for those who read the layout, and for Docker. */
function describeIndex({ manifest, image, layers, name, version }) {
  const descriptor = {
    mediaType: `${MEDIA}.manifest.v1+json`,
    digest: `sha256:${digestOf(manifest)}`,
    size: manifest.length,
    annotations: { 'org.opencontainers.image.ref.name': version },
  }
  const forDocker = {
    Config: `blobs/sha256/${digestOf(image)}`,
    RepoTags: [`${name}:${version}`],
    Layers: layers.map(({ digest }) => `blobs/sha256/${digest}`),
  }
  return [
    file('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
    file(
      'index.json',
      JSON.stringify({ schemaVersion: 2, mediaType: `${MEDIA}.index.v1+json`, manifests: [descriptor] }),
    ),
    file('manifest.json', JSON.stringify([forDocker])),
  ]
}

/**
 * @param {object} image
 * @param {string} image.name as Docker calls it
 * @param {string} image.version
 * @param {string} image.architecture as Go names it
 * @param {object} image.config what a container is started with: `config` of the image specification
 * @param {Record<string, string>} image.annotations
 * @param {{ title: string, entries: import('./tar-entries.mjs').Entry[] }[]} image.layers the lowest first
 * @param {number} image.seconds since 1970: the time of the image and of every file in it
 * @param {string} path of the archive
 * @returns {Promise<string>} the digest of the manifest, by which a registry knows the image
 */
export async function writeOciArchive(image, path) {
  const { name, version, annotations, seconds } = image
  const blobs = `${path}.blobs`
  rmSync(blobs, { recursive: true, force: true })
  mkdirSync(blobs, { recursive: true })
  const layers = []
  for (const { title, entries } of image.layers) {
    layers.push({ title, ...(await writeLayer(entries, { seconds, blobs })) })
  }
  const created = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
  const described = Buffer.from(JSON.stringify(describeImage({ ...image, layers, created })))
  const manifest = Buffer.from(JSON.stringify(describeManifest({ image: described, layers, annotations })))
  const entries = [
    ...describeIndex({ manifest, image: described, layers, name, version }),
    file(`blobs/sha256/${digestOf(described)}`, described),
    file(`blobs/sha256/${digestOf(manifest)}`, manifest),
    ...layers.map(({ digest }) => ({ ...file(`blobs/sha256/${digest}`), from: join(blobs, digest) })),
  ]
  await pipeline(Readable.from(tarStream(completeEntries(entries), seconds)), createWriteStream(`${path}.part`))
  renameSync(`${path}.part`, path)
  rmSync(blobs, { recursive: true })
  return `sha256:${digestOf(manifest)}`
}
