// Files of an image before they are an image: entries with the owner and mode that they get there, whatever they have
// here. The same entries are written as the layers of an archive, or into a folder.
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @typedef {object} Entry
 * @property {string} path without a slash at either end
 * @property {'folder' | 'file' | 'link'} type
 * @property {number} mode
 * @property {number} [owner] user and group by number; root where nothing is said
 * @property {string} [from] the file whose content it has
 * @property {string | Buffer} [content] the same, where there is no such file
 * @property {string} [target] of a symbolic link
 */

/** @returns {Entry} */
export const folder = (path, { mode = 0o755, owner = 0 } = {}) => ({ path, type: 'folder', mode, owner })
/** @returns {Entry} */
export const file = (path, content, { mode = 0o644 } = {}) => ({ path, type: 'file', mode, content })
/** @returns {Entry} */
const link = (path, target) => ({ path, type: 'link', mode: 0o777, target })

/**
 * Everything below a folder as entries of root's: programs stay executable, nothing is writable to others.
 *
 * @param {string} from
 * @param {string} prefix where it is in the image
 * @param {(path: string, isFolder: boolean) => boolean} keep by the path below `from`; what is below a folder that is
 *   not kept is not kept either
 * @returns {Entry[]}
 */
export function entriesBelow(from, prefix, keep = () => true, below = '') {
  return readdirSync(join(from, below), { withFileTypes: true }).flatMap((found) => {
    const path = below === '' ? found.name : `${below}/${found.name}`
    if (!keep(path, found.isDirectory())) return []
    const place = `${prefix}/${path}`
    if (found.isDirectory()) return [folder(place), ...entriesBelow(from, prefix, keep, path)]
    const origin = join(from, path)
    if (found.isSymbolicLink()) return [link(place, readlinkSync(origin))]
    return [{ path: place, type: 'file', mode: lstatSync(origin).mode & 0o111 ? 0o755 : 0o644, from: origin }]
  })
}

/** With each folder that leads to an entry, in the order in which an archive has them. A later entry replaces one. */
export function completeEntries(entries) {
  const byPath = new Map()
  for (const entry of entries) {
    for (let up = dirname(entry.path); up !== '.'; up = dirname(up)) if (!byPath.has(up)) byPath.set(up, folder(up))
    byPath.set(entry.path, entry)
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

export const contentOf = (entry) => Buffer.from(entry.content ?? readFileSync(entry.from))

/** Writes entries into a folder; owners only where root does it. */
export function writeEntries(place, entries) {
  for (const entry of completeEntries(entries)) {
    const path = join(place, entry.path)
    if (entry.type === 'folder') mkdirSync(path, { recursive: true })
    else if (entry.type === 'link') symlinkSync(entry.target, path)
    else writeFileSync(path, contentOf(entry))
    if (entry.type !== 'link') chmodSync(path, entry.mode)
    if (entry.owner && process.getuid?.() === 0) chownSync(path, entry.owner, entry.owner)
  }
}
