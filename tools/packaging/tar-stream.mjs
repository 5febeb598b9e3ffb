// A tar archive whose octets follow from its entries alone: no clock, no user, no order of a file system. Headers are
// those of POSIX (ustar, and pax for a path that is longer).
import { contentOf } from './tar-entries.mjs'

const BLOCK = 512
const TYPES = { file: '0', link: '2', folder: '5', pax: 'x' }
/** Octets of the fields `name` and `prefix`. */
const [NAME, PREFIX] = [100, 155]

const padding = (size) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

function splitPath(path) {
  if (Buffer.byteLength(path) <= NAME) return { name: path, prefix: '' }
  for (let cut = path.indexOf('/'); cut !== -1; cut = path.indexOf('/', cut + 1)) {
    const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)]
    if (name !== '' && Buffer.byteLength(prefix) <= PREFIX && Buffer.byteLength(name) <= NAME) return { name, prefix }
  }
  return undefined
}

function header({ path, type, mode, owner = 0, size = 0, target = '', seconds }) {
  const block = Buffer.alloc(BLOCK)
  const { name, prefix } = splitPath(path)
  const octal = (value, at, width) => block.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'ascii')
  block.write(name, 0)
  octal(mode, 100, 8)
  octal(owner, 108, 8)
  octal(owner, 116, 8)
  octal(size, 124, 12)
  octal(seconds, 136, 12)
  block.write('        ', 148)
  block.write(TYPES[type], 156)
  block.write(target, 157)
  block.write('ustar\x0000', 257)
  block.write(prefix, 345)
  octal(
    block.reduce((sum, octet) => sum + octet, 0),
    148,
    7,
  )
  return block
}

/** A record of a pax header: its own length comes first, and counts itself. */
function paxRecord(key, value) {
  const rest = ` ${key}=${value}\n`
  let length = Buffer.byteLength(rest)
  while (Buffer.byteLength(`${length}${rest}`) !== length) length = Buffer.byteLength(`${length}${rest}`)
  return Buffer.from(`${length}${rest}`)
}

function* headersOf(entry, size, seconds) {
  const path = entry.type === 'folder' ? `${entry.path}/` : entry.path
  const isLong = splitPath(path) === undefined
  if (isLong || Buffer.byteLength(entry.target ?? '') > NAME) {
    const records = Buffer.concat([
      ...(isLong ? [paxRecord('path', path)] : []),
      ...(entry.target === undefined ? [] : [paxRecord('linkpath', entry.target)]),
    ])
    yield header({ path: 'pax', type: 'pax', mode: 0o644, size: records.length, seconds })
    yield records
    yield padding(records.length)
  }
  const shown = { path: isLong ? 'long' : path, target: (entry.target ?? '').slice(0, NAME) }
  yield header({ ...entry, ...shown, size, seconds })
}

/**
 * @param {import('./tar-entries.mjs').Entry[]} entries in the order that the archive has
 * @param {number} seconds since 1970: the time of every file in it
 * @returns {Generator<Buffer>}
 */
export function* tarStream(entries, seconds) {
  for (const entry of entries) {
    const content = entry.type === 'file' ? contentOf(entry) : Buffer.alloc(0)
    yield* headersOf(entry, content.length, seconds)
    yield content
    yield padding(content.length)
  }
  yield Buffer.alloc(2 * BLOCK)
}
