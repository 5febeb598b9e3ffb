/**
 * Names in a ZIP that every system can unpack: without parts that lead elsewhere, without characters that Windows refuses
 * or that turn the direction of what is read, and each once, whatever a system takes for the same name.
 */

/** Most file systems take 255 bytes; a number, and a folder around it, need some. */
const MOST_BYTES = 200
const LONGEST_EXTENSION = 20
/** Names of devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

const bytesOf = (text: string) => Buffer.byteLength(text)

function cut(text: string, most: number): string {
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (bytesOf(kept + segment) > most) break
    kept += segment
  }
  return kept
}

function split(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  return dot <= 0 || name.length - dot > LONGEST_EXTENSION ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
}

/** @returns a name of at most 200 bytes; `document` where nothing is left */
export function safeName(fileName: string): string {
  const plain = fileName
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const [stem, extension] = split(RESERVED.test(plain) ? `_${plain}` : plain)
  return `${cut(stem, MOST_BYTES - bytesOf(extension)).trimEnd()}${extension}` || 'document'
}

/** Gives each name once: the second gets a number. */
export class UniqueNames {
  readonly #taken = new Set<string>()

  /** @param name as `safeName` gives it */
  take(name: string): string {
    const [stem, extension] = split(name)
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${stem} (${number})${extension}`
      const folded = candidate.normalize('NFKC').toLowerCase()
      if (this.#taken.has(folded)) continue
      this.#taken.add(folded)
      return candidate
    }
  }
}
