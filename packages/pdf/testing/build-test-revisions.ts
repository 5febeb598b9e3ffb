/**
 * Files of several revisions for tests, written object by object.
 *
 * ISO 32000-2 §7.5.
 */

export interface TestRevision {
  /** Bodies by object number: what stands between "obj" and "endobj". */
  readonly objects?: Readonly<Record<number, string>>
  /** Generations of objects that have another one than 0. */
  readonly generations?: Readonly<Record<number, number>>
  /** Numbers that become free. */
  readonly freed?: readonly number[]
  /** Trailer entries in place of "/Root 1 0 R". */
  readonly trailer?: string
  /** Written before the cross-reference, listed nowhere. */
  readonly unlisted?: string
  /** Object streams and a cross-reference stream, in place of a table. */
  readonly packed?: boolean
}

/** A stream's body. */
export const streamOf = (content: string, entries = ''): string =>
  `<<${entries} /Length ${content.length}>>\nstream\n${content}\nendstream`

/** The file with all these revisions, oldest first. */
export function buildTestRevisions(revisions: readonly TestRevision[]): Buffer {
  let text = '%PDF-1.7\n'
  let previous: number | null = null
  let size = 1
  for (const revision of revisions) {
    const numbers = [...Object.keys(revision.objects ?? {}).map(Number), ...(revision.freed ?? [])]
    size = Math.max(size, ...numbers.map((num) => num + 1))
    const written = (revision.packed === true ? writePacked : writePlain)(text, { revision, previous, size })
    text = written.text
    previous = written.xref
    size = written.size
  }
  return Buffer.from(text, 'latin1')
}

interface Job {
  readonly revision: TestRevision
  readonly previous: number | null
  readonly size: number
}

interface Written {
  readonly text: string
  readonly xref: number
  readonly size: number
}

const trailerOf = ({ revision, previous }: Job, size: number): string =>
  `${revision.trailer ?? '/Root 1 0 R'} /Size ${size}${previous === null ? '' : ` /Prev ${previous}`}`

function writePlain(before: string, job: Job): Written {
  const { revision, size } = job
  let text = before
  const rows = new Map<number, string>([[0, '0000000000 65535 f \n']])
  for (const [key, body] of Object.entries(revision.objects ?? {})) {
    const generation = revision.generations?.[Number(key)] ?? 0
    rows.set(Number(key), `${String(text.length).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`)
    text += `${key} ${generation} obj\n${body}\nendobj\n`
  }
  for (const num of revision.freed ?? []) rows.set(num, '0000000000 00001 f \n')
  text += revision.unlisted ?? ''
  const xref = text.length
  text += 'xref\n'
  for (const [num, row] of [...rows].sort(([a], [b]) => a - b)) text += `${num} 1\n${row}`
  text += `trailer\n<<${trailerOf(job, size)}>>\nstartxref\n${xref}\n%%EOF\n`
  return { text, xref, size }
}

function writePacked(before: string, job: Job): Written {
  const { revision, size } = job
  let text = before
  const entries: [num: number, type: number, second: number, third: number][] = []
  const inner: [num: number, body: string][] = []
  for (const [key, body] of Object.entries(revision.objects ?? {})) {
    if (!body.includes('endstream') && !body.includes('/ByteRange')) {
      inner.push([Number(key), body])
      continue
    }
    entries.push([Number(key), 1, text.length, 0])
    text += `${key} 0 obj\n${body}\nendobj\n`
  }
  const container = size
  let head = ''
  let bodies = ''
  for (const [index, [num, body]] of inner.entries()) {
    head += `${num} ${bodies.length} `
    bodies += `${body}\n`
    entries.push([num, 2, container, index])
  }
  entries.push([container, 1, text.length, 0])
  text += `${container} 0 obj\n${streamOf(head + bodies, `/Type /ObjStm /N ${inner.length} /First ${head.length}`)}\nendobj\n`
  text += revision.unlisted ?? ''
  const xref = text.length
  entries.push([size + 1, 1, xref, 0])
  entries.sort(([a], [b]) => a - b)
  const data = entries.map(([, type, second, third]) => String.fromCharCode(type, ...bytesOf(second), third)).join('')
  const index = entries.map(([num]) => `${num} 1`).join(' ')
  const dict = `/Type /XRef /W [1 4 1] /Index [${index}] ${trailerOf(job, size + 2)}`
  text += `${size + 1} 0 obj\n${streamOf(data, dict)}\nendobj\nstartxref\n${xref}\n%%EOF\n`
  return { text, xref, size: size + 2 }
}

const bytesOf = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
