/**
 * The container of a backup: POSIX tar (ustar), so that any tar program can look into it. Only what a backup needs:
 * regular files with short names, written once and read in order. IEEE Std 1003.1, pax utility, "ustar Interchange
 * Format".
 */
import { open, type FileHandle } from 'node:fs/promises'

const BLOCK = 512
const SIZE_FIELD = { at: 124, length: 12 }
const CHECKSUM_FIELD = { at: 148, length: 8 }
const MAX_NAME = 100
const MAX_ENTRY = 1024 * 1024 * 1024

export interface ArchiveEntry {
  readonly name: string
  readonly bytes: Buffer
}

/** The archive ends early, or is none. */
export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged'
  readonly code = 'BACKUP_DAMAGED'
}

function header(name: string, size: number, modified: Date): Buffer {
  if (Buffer.byteLength(name) > MAX_NAME) throw new TypeError(`too long a name for the archive: ${name}`)
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write('0000600\0' + '0000000\0' + '0000000\0', 100)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE_FIELD.at)
  block.write(
    `${Math.floor(modified.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, CHECKSUM_FIELD.at)
  return block
}

/** The sum of the header's bytes, its own field counted as spaces. */
function checksum(block: Buffer): number {
  const counted = Buffer.from(block)
  counted.fill(' ', CHECKSUM_FIELD.at, CHECKSUM_FIELD.at + CHECKSUM_FIELD.length)
  return counted.reduce((sum, byte) => sum + byte, 0)
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** Writes an archive entry by entry; `finish` flushes it to the disk. */
export class ArchiveWriter {
  readonly #file: FileHandle
  readonly #modified: Date

  constructor(file: FileHandle, modified: Date) {
    this.#file = file
    this.#modified = modified
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    await this.#file.writeFile(header(name, bytes.byteLength, this.#modified))
    await this.#file.writeFile(bytes)
    await this.#file.writeFile(Buffer.alloc(padding(bytes.byteLength)))
  }

  async finish(): Promise<void> {
    await this.#file.writeFile(Buffer.alloc(2 * BLOCK))
    await this.#file.sync()
  }
}

/**
 * The entries of an archive in their order.
 * @throws {ArchiveDamaged}
 */
export async function* readArchive(path: string): AsyncIterable<ArchiveEntry> {
  const file = await open(path, 'r')
  try {
    for (let at = 0; ;) {
      const head = await readAt(file, at, BLOCK)
      if (head.every((byte) => byte === 0)) return
      const { name, size } = parseHeader(head)
      yield { name, bytes: await readAt(file, at + BLOCK, size) }
      at += BLOCK + size + padding(size)
    }
  } finally {
    await file.close()
  }
}

function parseHeader(head: Buffer): { name: string; size: number } {
  const text = (at: number, length: number): string => head.toString('utf8', at, at + length).replace(/\0[\s\S]*$/, '')
  const size = Number.parseInt(text(SIZE_FIELD.at, SIZE_FIELD.length), 8)
  const sum = Number.parseInt(text(CHECKSUM_FIELD.at, CHECKSUM_FIELD.length), 8)
  if (sum !== checksum(head) || !(size >= 0 && size <= MAX_ENTRY)) throw new ArchiveDamaged('not a backup, or damaged')
  return { name: text(0, MAX_NAME), size }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new ArchiveDamaged('the backup ends before its end')
    done += bytesRead
  }
  return bytes
}
