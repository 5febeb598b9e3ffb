/**
 * Unpacks an archive that may be a bomb: what it says of its sizes is checked before anything is unpacked, and what it
 * really has while it is. APPNOTE.TXT of PKWARE, 4.3.
 */
import { constants, inflateRawSync } from 'node:zlib'
import { tooLarge, unreadable } from '../sheet-error.ts'

export interface ArchiveLimits {
  readonly entries: number
  /** Of everything that is wanted, unpacked. */
  readonly bytes: number
}

export interface ArchiveEntry {
  readonly name: string
  readonly content: Uint8Array
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
const LONGEST_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

interface Listed {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

/**
 * The entries that are wanted, by the archive's own list of them.
 * @param wants says by its name whether an entry is of interest
 * @throws {SheetError} SHEET_TOO_LARGE (`bytes`) for an archive that is too large, or that says so; SHEET_UNREADABLE
 */
export function unpackZip(
  bytes: Uint8Array,
  wants: (name: string) => boolean,
  limits: ArchiveLimits,
): readonly ArchiveEntry[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    const listed = listEntries(file, limits)
    if (listed.reduce((sum, { size }) => sum + size, 0) > limits.bytes) throw tooLarge('bytes', limits.bytes)
    let room = limits.bytes
    return listed
      .filter(({ name }) => wants(name))
      .map((entry) => {
        const content = unpackEntry(file, entry, room)
        room -= content.length
        if (room < 0) throw tooLarge('bytes', limits.bytes)
        return { name: entry.name, content }
      })
  } catch (error) {
    throw asSheetError(error, limits)
  }
}

/** Reading beyond the end of a file is a RangeError, what does not inflate an error of zlib. */
function asSheetError(error: unknown, { bytes }: ArchiveLimits): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge('bytes', bytes)
  return error instanceof RangeError || code.startsWith('Z_') || code.startsWith('ERR_') ? unreadable('DAMAGED') : error
}

function listEntries(file: Buffer, { entries }: ArchiveLimits): Listed[] {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  if (count > entries) throw unreadable('DAMAGED')
  let at = file.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    if (file.readUInt32LE(at) !== CENTRAL) throw unreadable('DAMAGED')
    const nameLength = file.readUInt16LE(at + 28)
    const listed = {
      name: file.toString('utf8', at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength),
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    }
    at += CENTRAL_LENGTH + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    return listed
  })
}

function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - END_LENGTH - LONGEST_COMMENT)
  for (let at = file.length - END_LENGTH; at >= first; at--) if (file.readUInt32LE(at) === END) return at
  throw unreadable('DAMAGED')
}

function unpackEntry(file: Buffer, { flags, method, packed, size, offset }: Listed, room: number): Uint8Array {
  if (flags & ENCRYPTED || file.readUInt32LE(offset) !== LOCAL) throw unreadable('DAMAGED')
  const start = offset + LOCAL_LENGTH + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  if (start + packed > file.length) throw unreadable('DAMAGED')
  const content = file.subarray(start, start + packed)
  if (method === STORED && packed === size) return content
  if (method !== DEFLATED) throw unreadable('DAMAGED')
  // One octet more shows an entry that is larger than it says.
  const unpacked = inflateRawSync(content, {
    maxOutputLength: Math.max(1, Math.min(room, size) + 1),
    finishFlush: constants.Z_FINISH,
  })
  if (unpacked.length !== size) throw unreadable('DAMAGED')
  return unpacked
}
