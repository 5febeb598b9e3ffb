/**
 * What strangers send: each gets a refusal with a code and a sentence, or an answer where the design says so, and
 * other people are answered meanwhile.
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
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

describe('a key file', () => {
  const PIN = 'file'
  const person = (wish: object = {}) =>
    scene.portal.sandbox.makePerson({ commonName: 'Somebody', keyType: 'ec', pin: PIN, ...wish })
  const upload = (file: Uint8Array, changes: object = {}) => {
    const { ana } = scene.people
    return fetch(`${scene.portal.url}/api/vidmobileusers/${ana.legalId}/certs`, {
      method: 'POST',
      headers: { ...as('ana'), 'content-type': 'application/json' },
      body: JSON.stringify({
        p12: Buffer.from(file).toString('base64'),
        certalias: crypto.randomUUID(),
        pin: 'a PIN of my own',
        filepassword: PIN,
        certtype: 'keyvault',
        ...changes,
      }),
    })
  }

  /** Tag, content and whole of each element in a row of DER. */
  function* elements(der: Buffer): Generator<{ tag: number; content: Buffer; whole: Buffer }> {
    for (let at = 0; at < der.length;) {
      const first = der[at + 1]!
      const octets = first < 0x80 ? 0 : first & 0x7f
      const length = octets === 0 ? first : der.readUIntBE(at + 2, octets)
      const start = at + 2 + octets
      yield {
        tag: der[at]!,
        content: der.subarray(start, start + length),
        whole: der.subarray(at, start + length),
      }
      at = start + length
    }
  }
  const encode = (tag: number, ...parts: Uint8Array[]) => {
    const content = Buffer.concat(parts)
    const length = Buffer.alloc(5, 0x84)
    length.writeUInt32BE(content.length, 1)
    return Buffer.concat([Buffer.of(tag), length, content])
  }
  const inner = (der: Buffer, ...path: number[]): Buffer =>
    path.reduce((content, index) => [...elements(content)][index]!.content, der)
  /** The content of a PFX that holds its bags; what is around them is dropped. */
  const bagsOf = (file: Uint8Array) => inner(Buffer.from(file), 0, 1, 1, 0, 0)
  /** A PFX without a MAC around such contents. */
  const fileOf = (contents: readonly Buffer[]) => {
    const data = Buffer.from('06092a864886f70d010701', 'hex')
    const safe = encode(0xa0, encode(0x04, encode(0x30, ...contents)))
    return encode(0x30, Buffer.from('020103', 'hex'), encode(0x30, data, safe))
  }

  test('without a key is refused', async () => {
    const parts = [...elements(bagsOf(await person()))].map(({ whole }) => whole)
    const codes = await Promise.all(parts.map(async (part) => refusalOf(await upload(fileOf([part])))))
    expect(codes).toContain('P12_NO_KEY')
  })

  test('with seven keys names them, and gives the one that is chosen', async () => {
    const names = Array.from({ length: 7 }, (_, i) => `Person ${i + 1}`)
    const files = await Promise.all(names.map((commonName) => person({ commonName })))
    const seven = fileOf(files.map(bagsOf))
    const choice = (await (await upload(seven)).json()) as {
      Code: string
      Details: { Keys: { Alias: string; Subject: string }[] }
    }
    expect(choice.Code).toBe('P12_SEVERAL_KEYS')
    expect(choice.Details.Keys.map(({ Subject }) => Subject.replace(/^.*(Person \d).*$/, '$1')).sort()).toEqual(names)
    expect(new Set(choice.Details.Keys.map(({ Alias }) => Alias)).size).toBe(7)
    const chosen = choice.Details.Keys.find(({ Subject }) => Subject.includes('Person 4'))!
    const taken = await upload(seven, { keyalias: chosen.Alias })
    expect(taken.status).toBe(200)
    expect(((await taken.json()) as { DN: string }).DN).toContain('Person 4')
  })

  test('of ten megabytes of nothing, and many at once, are refused while others work', async () => {
    const big = Buffer.concat([Buffer.from('3084009fffff', 'hex'), Buffer.alloc(9 * 1024 * 1024)])
    const answers = await besideOthers(Promise.all(Array.from({ length: 8 }, () => upload(big))))
    for (const answer of answers) expect(await refusalOf(answer)).toMatch(/^P12_/)
    expect(memoryPeakMb()).toBeLessThan(MEMORY_PEAK_MB)
  })
})

test('a wrong PIN is told with the tries that are left, and the document stays to be signed', async () => {
  const { signers } = await scene.send({ signers: ['ana'] })
  const { ana } = scene.people
  const sign = (PIN: string) =>
    ana.call.signWithKeyVault({
      params: { signerGuid: signers[0]!.guid },
      body: { CertGUID: ana.certificateId, PIN, AccessMethod: 'USER_PASS' },
    })
  for (const PIN of ['wrong', '\ud800', '\u202e', 'x'.repeat(255)]) {
    await expect(sign(PIN)).rejects.toMatchObject({ status: 422, code: 'WRONG_PIN' })
  }
  expect(await sign(ana.pin)).toBeNull()
})

test.each([
  ['line ends', 'a\r\nX-Evil: 1\r\n\r\n.pdf'],
  ['direction marks', '\u202efdp.exe\u2066\u200f'],
  ['lone surrogates', 'x\ud800y\udfff.pdf'],
  ['control characters', '\u0001\u001b[2J\u007f\u0085'],
  ['letters of no font', '\u{1f680}\u0627\u0644\ufffe\u{10ffff}'],
  ['combining marks', `e${'\u0301'.repeat(200)}`],
  ['the syntax of PDF', '(\\(<</JS (app.alert(1))>> endobj ET'],
])('texts of %s are kept, listed, drawn into the signature and downloaded', async (_what, text) => {
  const sent = await post(makePdf(), {
    fileName: text,
    description: text,
    senderName: text,
    tags: [text.slice(0, 40).replaceAll(',', '').trim()],
    signers: [{ userId: 'ana', reason: text, positions: [{ page: 1, x: 50, y: 50, width: 200, height: 60 }] }],
  })
  expect(sent.status, await sent.clone().text()).toBe(201)
  const { guid, signers } = (await sent.json()) as SentDocument
  const { ana } = scene.people
  const { List } = await ana.call.pendingDocuments({ query: { OrderBy: 'UploadTime', OrderType: 'des' } })
  expect(List[0]!.DocGUI).toBe(guid)
  await ana.call.signWithKeyVault({
    params: { signerGuid: signers[0]!.guid },
    body: { CertGUID: ana.certificateId, PIN: ana.pin, AccessMethod: 'USER_PASS' },
  })
  expect((await pageOf('ana', guid)).status).toBe(200)
  const content = await fetch(`${scene.portal.url}/api/v1/documents/${guid}/content`, {
    headers: { authorization: `Bearer ${scene.senderToken}` },
  })
  expect(content.status).toBe(200)
  expect(content.headers.get('x-evil')).toBeNull()
  expect(content.headers.get('content-disposition')).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''/)
})

describe('below HTTP', () => {
  /** Sends bytes as they are. @returns what came back until the connection ended or the first answer was whole */
  const exchange = (text: string) =>
    new Promise<string>((done, fail) => {
      const { hostname, port } = new URL(scene.portal.url)
      let heard = ''
      const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1')
        if (heard.includes('\r\n\r\n')) socket.destroy()
      })
      socket.on('error', fail)
      socket.on('close', () => done(heard))
    })
  const statusOf = async (line: string, ...headers: string[]) => {
    const text = [line, 'Host: x', ...headers, '', ''].join('\r\n')
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await exchange(text))?.[1])
  }

  const LINES = [
    'OPTIONS /api/oauth/token HTTP/1.1',
    'TRACE /api/oauth/token HTTP/1.1',
    'PROPFIND / HTTP/1.1',
    'GET /%00 HTTP/1.1',
    'GET /assets/%00.js HTTP/1.1',
    'GET /assets/..%5c..%5capi.js HTTP/1.1',
    'GET /....//....//etc/passwd.txt HTTP/1.1',
    'GET //etc/passwd.txt HTTP/1.1',
    'GET /assets/%c0%ae%c0%ae/api.js HTTP/1.1',
    `GET /api/documents/${'x'.repeat(5000)} HTTP/1.1`,
    `GET /${'x'.repeat(70_000)} HTTP/1.1`,
    'GET http://evil.example/api/vidmobileuser HTTP/1.1',
    'GET / HTTP/9.9',
  ]
  test.each(LINES.map((line) => [line.slice(0, 60), line] as const))('%s is refused', async (_start, line) => {
    const status = await statusOf(line)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  test('lengths that contradict each other are refused', async () => {
    const line = 'POST /api/oauth/token HTTP/1.1'
    expect(await statusOf(line, 'Content-Length: 5', 'Content-Length: 6')).toBe(400)
    expect(await statusOf(line, 'Content-Length: 5', 'Transfer-Encoding: chunked')).toBe(400)
    expect(await statusOf(line, 'Content-Length: -1')).toBe(400)
  })

  test('bodies that never end, and uploads that are broken off, keep nobody waiting', async () => {
    const { hostname, port } = new URL(scene.portal.url)
    const head = [
      'POST /api/v1/documents HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${scene.senderToken}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 1000000',
      '',
      '--b\r\ncontent-disposition: form-data; name="document"; filename="d.pdf"\r\n\r\n%PDF-1.7',
    ].join('\r\n')
    const half = await Promise.all(
      Array.from(
        { length: 100 },
        () =>
          new Promise<Socket>((done, fail) => {
            const socket = connect(Number(port), hostname, () => socket.write(head, () => done(socket)))
            socket.on('error', fail)
          }),
      ),
    )
    await besideOthers(scene.send({ signers: ['ana'] }))
    for (const socket of half) socket.resetAndDestroy()
    await besideOthers(scene.send({ signers: ['ana'] }))
    expect(scene.portal.server.log()).not.toContain('unexpected error')
  })
})
