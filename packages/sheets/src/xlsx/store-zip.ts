import { crc32 } from 'node:zlib'
import type { ArchiveEntry } from './unpack-zip.ts'

/**
 * An archive of entries that are not packed: whoever reads it meets exactly these octets, however it unpacks.
 * APPNOTE.TXT of PKWARE, 4.3.
 */
export function storeZip(entries: readonly ArchiveEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const title = Buffer.from(name)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    const lengths = Buffer.from([title.length & 0xff, title.length >> 8, 0, 0])
    parts.push(Buffer.from('PK\x03\x04'), facts, lengths, title, Buffer.from(content))
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, lengths, rest, title)
    offset += 30 + title.length + content.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, directory, end]))
}
