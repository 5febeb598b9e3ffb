/**
 * What strangers send: each gets a refusal with a code and a sentence, or an answer where the design says so, and
 * other people are answered meanwhile.
 */
import { readFileSync } from 'node:fs'
import { constants, createDeflate, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  assemblePdf,
  makePdf,
  openScene,
  postDocument,
  type DemoName,
  type ObjectBody,
  type Scene,
} from '@rubrica/testing'

interface SentDocument {
  readonly guid: string
  readonly signers: readonly { readonly guid: string }[]
}

let scene: Scene
let bystander: SentDocument
let lookedAt = 0
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', PDF_WORKER_TIMEOUT_MS: '4000' },
  })
  bystander = await scene.send({ signers: ['biel'], pdf: makePdf({ text: 'Bystander', pages: PAGES_OF_OTHERS }) })
})
afterAll(() => scene[Symbol.asyncDispose]())

const HOSTILE_MB = 1024
/** Enough for every look at the bystander's document to be one at a page that was not drawn before. */
const PAGES_OF_OTHERS = 4000
/** A peak that the server stays below whatever it is sent: two threads at their limit, and what it holds itself. */
const MEMORY_PEAK_MB = 2048

const as = (who: DemoName) => ({ authorization: `Bearer ${scene.people[who].token}` })
const post = (document: Uint8Array, changes: object = {}) =>
  postDocument(scene.portal.url, scene.senderToken, {
    document,
    description: { fileName: 'paper.pdf', signers: [{ userId: 'ana' }], ...changes },
  })
const pageOf = (who: DemoName, guid: string, page = 1, rest = '') =>
  fetch(`${scene.portal.url}/api/documentrendered/${guid}/remote/pages/${page}${rest}`, { headers: as(who) })

interface Problem {
  readonly Code: string
  readonly Message: string
  readonly Details?: Readonly<Record<string, unknown>>
}

/** Checks the shape of a refusal. @returns its code */
async function refusalOf(answer: Response): Promise<string> {
  const problem = (await answer.json()) as Problem
  expect(answer.status, problem.Code).toBeGreaterThanOrEqual(400)
  expect(answer.status, problem.Code).toBeLessThan(500)
  expect(problem.Code).toMatch(/^[A-Z][A-Z0-9_]+$/)
  expect(problem.Message).toMatch(/\S+ \S+/)
  return problem.Code
}

/** Runs something hostile, and proves that somebody else can work until it is over. */
async function besideOthers<T>(hostile: Promise<T>): Promise<T> {
  let isOver = false
  const over = hostile.finally(() => (isOver = true))
  over.catch(() => undefined)
  let answered = 0
  while (!isOver || answered < 2) {
    const list = await fetch(`${scene.portal.url}/api/pendingsignatures/paginated`, { headers: as('biel') })
    expect(list.status).toBe(200)
    const page = await pageOf('biel', bystander.guid, (lookedAt++ % PAGES_OF_OTHERS) + 1, '?width=320')
    expect(page.status).toBe(200)
    await Promise.all([list.text(), page.text()])
    answered += 1
  }
  return over
}

function memoryPeakMb(): number {
  const status = readFileSync(`/proc/${scene.portal.server.program.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const page = (rest: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${rest} >>`
const drawing = (text: string): ObjectBody => ({ dictionary: '', stream: Buffer.from(text) })

/** Deflated zeros, or a repeated text, of so many megabytes when inflated. */
async function deflated(megabytes: number, text = '\0'): Promise<Buffer> {
  const megabyte = Buffer.alloc(1024 * 1024, text)
  const stream = createDeflate({ level: constants.Z_BEST_SPEED })
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((done) => stream.once('end', done))
  for (let i = 0; i < megabytes; i++) {
    if (!stream.write(megabyte)) await new Promise((done) => stream.once('drain', done))
  }
  stream.end()
  await ended
  return deflateSync(Buffer.concat(chunks))
}

const TWICE = '/Filter [/FlateDecode /FlateDecode]'

/** Each form draws the next one ten times. */
function billionForms(): Uint8Array {
  const levels = 10
  const form = (level: number): ObjectBody => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842]${
      level < levels ? ` /Resources << /XObject << /F ${5 + level} 0 R >> >>` : ''
    }`,
    stream: Buffer.from(level < levels ? '/F Do '.repeat(10) : '0 0 m 500 800 l S'),
  })
  return assemblePdf([
    CATALOG,
    PAGES,
    page('/Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>'),
    drawing('/F Do'),
    ...Array.from({ length: levels }, (_, i) => form(i + 1)),
  ])
}

function withXrefStream(dictionary: string, stream: Uint8Array, rest = ''): Uint8Array {
  const head = Buffer.from(
    `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n${PAGES}\nendobj\n3 0 obj\n${page('')}\nendobj\n${rest}`,
  )
  const body = `9 0 obj\n<< /Type /XRef /Root 1 0 R ${dictionary} /Length ${stream.length} >>\nstream\n`
  return Buffer.concat([
    head,
    Buffer.from(body),
    stream,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ])
}

const BOMBS: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'a page tree that holds itself': () =>
    assemblePdf([CATALOG, '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>', page('')]),
  'a page tree of ten thousand million pages': () =>
    assemblePdf([
      CATALOG,
      ...Array.from(
        { length: 10 },
        (_, i) => `<< /Type /Pages /Kids [${`${i + 3} 0 R `.repeat(10)}] /Count ${10 ** (10 - i)} >>`,
      ),
      page(''),
    ]),
  'a page tree nested a hundred thousand deep': () =>
    assemblePdf([
      CATALOG,
      ...Array.from({ length: 100_000 }, (_, i) => `<< /Type /Pages /Kids [${i + 3} 0 R] /Count 1 >>`),
      page(''),
    ]),
  'arrays nested a million deep': () => assemblePdf([CATALOG, PAGES, page(`/X ${'['.repeat(1_000_000)}`)]),
  'dictionaries nested a hundred thousand deep': () =>
    assemblePdf([CATALOG, PAGES, page(`/X ${'<</A '.repeat(100_000)}${'>>'.repeat(100_000)}`)]),
  'an object stream of a gigabyte': async () =>
    withXrefStream(
      `/Size 10 /W [1 2 1] /Index [0 10] ${TWICE}`,
      deflateSync(deflateSync(Buffer.from('0000000200080102000801020008'.repeat(2) + '00'.repeat(20), 'hex'))),
      `8 0 obj\n<< /Type /ObjStm /N 3 /First 20 ${TWICE} /Length 2000000 >>\nstream\n${(await deflated(HOSTILE_MB)).toString('latin1')}\nendstream\nendobj\n`,
    ),
  'a cross-reference stream of a gigabyte': async () =>
    withXrefStream(`/Size 9999999 /W [1 4 2] ${TWICE}`, await deflated(HOSTILE_MB)),
  'a cross-reference stream that claims two thousand million objects': () =>
    withXrefStream('/Size 2147483647 /W [0 0 0] /Index [0 2147483647]', Buffer.alloc(0)),
  'a cross-reference table whose previous one is itself': () => {
    const text = Buffer.from(makePdf()).toString('latin1')
    const start = /startxref\n(\d+)/.exec(text)![1]!
    return Buffer.from(text.replace('/Root 1 0 R', `/Prev ${start} /Root 1 0 R`), 'latin1')
  },
  'a content stream of a gigabyte': async () =>
    assemblePdf([
      CATALOG,
      PAGES,
      page('/Contents 4 0 R'),
      { dictionary: TWICE, stream: await deflated(HOSTILE_MB, '0 0 m 500 800 l S\n') },
    ]),
  'forms that draw one another ten thousand million times': billionForms,
  'an image of sixty thousand by sixty thousand': async () =>
    assemblePdf([
      CATALOG,
      PAGES,
      page('/Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>'),
      drawing('595 0 0 842 0 0 cm /I Do'),
      {
        dictionary: `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${TWICE}`,
        stream: await deflated(HOSTILE_MB),
      },
    ]),
  'a pattern of a thousand million tiles': () =>
    assemblePdf([
      CATALOG,
      PAGES,
      page('/Contents 4 0 R /Resources << /Pattern << /P 5 0 R >> >>'),
      drawing('/Pattern cs /P scn 0 0 595 842 re f'),
      {
        dictionary:
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>',
        stream: Buffer.from('1 0 0 rg 0 0 1 1 re f'),
      },
    ]),
}

describe('a PDF bomb is refused, or shown as far as it can be, and hurts nobody else', () => {
  test.each(Object.keys(BOMBS))('%s', async (name) => {
    const bomb = await BOMBS[name]!()
    const sent = await besideOthers(post(bomb))
    if (sent.status === 201) {
      const { guid } = (await sent.json()) as SentDocument
      const shown = await besideOthers(pageOf('ana', guid))
      if (shown.status !== 200) expect(await refusalOf(shown)).toBe('PAGE_NOT_RENDERABLE')
    } else {
      expect(['PDF_REFUSED', 'PDF_TOO_COMPLEX']).toContain(await refusalOf(sent))
    }
    expect(memoryPeakMb()).toBeLessThan(MEMORY_PEAK_MB)
  })
})

describe('a page that takes for ever', () => {
  const slow = () => BOMBS['a pattern of a thousand million tiles']!()

  test('is drawn once, however often and however large it is asked for, while others see their pages', async () => {
    const { guid } = (await (await post(await slow())).json()) as SentDocument
    const first = await besideOthers(pageOf('ana', guid))
    expect(await refusalOf(first)).toBe('PAGE_NOT_RENDERABLE')
    const again = await besideOthers(
      Promise.all(Array.from({ length: 40 }, (_, i) => pageOf('ana', guid, 1, `?width=${320 + i * 50}`))),
    )
    for (const answer of again) expect(await refusalOf(answer)).toBe('PAGE_NOT_RENDERABLE')
  })

  test('does not keep the pages before it from being shown', async () => {
    const heavy = '/Pattern cs /P scn 0 0 595 842 re f'
    const pdf = assemblePdf([
      CATALOG,
      '<< /Type /Pages /Kids [3 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R] /Count 8 >>',
      page(''),
      page('/Contents 5 0 R /Resources << /Pattern << /P 6 0 R >> >>'),
      drawing(heavy),
      {
        dictionary:
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>',
        stream: Buffer.from('1 0 0 rg 0 0 1 1 re f'),
      },
    ])
    const sent = await post(pdf)
    expect(sent.status, await sent.clone().text()).toBe(201)
    const { guid } = (await sent.json()) as SentDocument
    const shown = await besideOthers(pageOf('ana', guid, 1, '?count=8'))
    expect(shown.status).toBe(200)
    expect(await shown.json()).toMatchObject({ NumberOfPages: 8, NextPage: 2 })
  })
})
