import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { makeCjkPdf, makeEncryptedPdf, makePdf, makeStream, pageParts } from '../../tests/make-pdf.ts'
import { renderProcesses } from '../../tests/render-processes.ts'
import { createRenderPool, type RenderRequest } from './render-pool.ts'
import { RenderError } from '../render-error.ts'

const pool = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 20_000 })
afterAll(() => pool.close())

let keys = 0
function request(bytes: Uint8Array, more: Partial<RenderRequest> = {}): RenderRequest {
  keys += 1
  return { key: `document-${keys}`, load: () => Promise.resolve(bytes), page: 1, dpi: 72, ...more }
}

async function render(bytes: Uint8Array, more: Partial<RenderRequest> = {}) {
  const image = await pool.renderPage(request(bytes, more))
  const { data, info } = await sharp(image.jpeg).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([image.width, image.height])
  const pixel = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ]
  /** Part of the pixels in a box that are clearly not white. */
  const ink = (left: number, top: number, width: number, height: number): number => {
    let dark = 0
    for (let y = top; y < top + height; y += 1) {
      for (let x = left; x < left + width; x += 1) dark += pixel(x, y)[1]! < 160 ? 1 : 0
    }
    return dark / (width * height)
  }
  return { ...image, pixel, ink }
}

function isColour(pixel: number[], wanted: number[]): boolean {
  return pixel.every((value, index) => Math.abs(value - wanted[index]!) < 24)
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RenderError)
  return (error as RenderError).code
}

const FORM_OF_BLUE = (entries: string): Buffer =>
  makeStream('0 0 1 rg 0 0 50 50 re f', `/Type/XObject/Subtype/Form/BBox[0 0 50 50]${entries}`)

describe('what is drawn', () => {
  it('draws text, and returns the page count', async () => {
    const page = await render(makePdf({ content: 'BT /F1 40 Tf 20 100 Td (Hello) Tj ET', pages: 3 }))
    expect(page.pageCount).toBe(3)
    expect([page.width, page.height]).toEqual([200, 300])
    expect(page.ink(20, 165, 100, 35)).toBeGreaterThan(0.1)
    expect(page.ink(0, 0, 200, 150)).toBe(0)
  })

  it('keeps red, green and blue apart', async () => {
    const page = await render(makePdf({ content: '1 0 0 rg 0 200 200 100 re f 0 0 1 rg 0 0 200 100 re f' }))
    expect(isColour(page.pixel(100, 50), [255, 0, 0])).toBe(true)
    expect(isColour(page.pixel(100, 150), [255, 255, 255])).toBe(true)
    expect(isColour(page.pixel(100, 250), [0, 0, 255])).toBe(true)
  })

  it('shows only the CropBox, turned by Rotate', async () => {
    const entries = '/MediaBox[0 0 200 300]/CropBox[20 30 120 230]/Rotate 90'
    const page = await render(makePdf({ entries, content: '1 0 0 rg 20 30 10 10 re f' }))
    expect([page.width, page.height]).toEqual([200, 100])
    expect(isColour(page.pixel(4, 4), [255, 0, 0])).toBe(true)
  })

  it('counts dpi in default user space units, as poppler does: UserUnit changes nothing', async () => {
    const page = await render(makePdf({ entries: '/MediaBox[0 0 200 300]/UserUnit 2.5' }), { dpi: 100 })
    expect([page.width, page.height]).toEqual([278, 417])
  })

  it('draws annotations and form fields, and not what is hidden', async () => {
    const annotation = (subtype: string, rect: string, flags: number): string =>
      `<</Type/Annot/Subtype/${subtype}/Rect[${rect}]/F ${flags}/AP<</N ${pageParts.more(3)} 0 R>>${subtype === 'Widget' ? '/FT/Sig/T(s)' : ''}>>`
    const page = await render(
      makePdf({
        entries: `/MediaBox[0 0 200 300]/Annots[${pageParts.more(0)} 0 R ${pageParts.more(1)} 0 R ${pageParts.more(2)} 0 R]`,
        catalogue: `/AcroForm<</Fields[${pageParts.more(1)} 0 R]/SigFlags 3>>`,
        more: [
          annotation('Stamp', '0 250 50 300', 4),
          annotation('Widget', '100 250 150 300', 4),
          annotation('Stamp', '0 0 50 50', 2),
          FORM_OF_BLUE(''),
        ],
      }),
    )
    expect(isColour(page.pixel(25, 25), [0, 0, 255])).toBe(true)
    expect(isColour(page.pixel(125, 25), [0, 0, 255])).toBe(true)
    expect(isColour(page.pixel(25, 275), [255, 255, 255])).toBe(true)
  })

  it.each([
    ['GB1', 'UniGB-UCS2-H', 'STSong-Light', '中文测试'],
    ['CNS1', 'UniCNS-UCS2-H', 'MSung-Light', '繁體中文'],
    ['Japan1', 'UniJIS-UCS2-H', 'HeiseiKakuGo-W5', '日本語テ'],
    ['Korea1', 'UniKS-UCS2-H', 'HYSMyeongJo-Medium', '한국어漢'],
  ])('draws %s text whose font is not embedded', async (ordering, encoding, name, text) => {
    const page = await render(makeCjkPdf({ ordering, encoding, name }, text))
    for (const index of [0, 1, 2, 3]) expect(page.ink(22 + index * 40, 35, 36, 40)).toBeGreaterThan(0.08)
  })

  it('clamps a 200-inch page and keeps its proportions', async () => {
    const page = await pool.renderPage(request(makePdf({ entries: '/MediaBox[0 0 14400 7200]' }), { dpi: 150 }))
    expect(page.width).toBeLessThanOrEqual(10_000)
    expect(page.width * page.height).toBeLessThanOrEqual(40_000_000)
    expect(page.width / page.height).toBeCloseTo(2, 2)
  })

  it('meets a wanted width', async () => {
    const page = await render(makePdf(), { width: 333, dpi: undefined })
    expect([page.width, page.height]).toEqual([333, 500])
  })

  it('runs no script of the document', async () => {
    const script = `<</S/JavaScript/JS(while(true){})>>`
    const page = await render(
      makePdf({ catalogue: `/OpenAction ${script}`, entries: `/MediaBox[0 0 200 300]/AA<</O ${script}>>` }),
    )
    expect(page.width).toBe(200)
  })
})

describe('what is rejected', () => {
  it('asks for a password, rejects a wrong one, opens with the right one, and forgets nobody gave it', async () => {
    const bytes = makeEncryptedPdf('señal')
    const shared = { key: 'encrypted' }
    expect(await codeOf(render(bytes, shared))).toBe('RENDER_PASSWORD')
    expect(await codeOf(render(bytes, { ...shared, password: 'senal' }))).toBe('RENDER_PASSWORD')
    const page = await render(bytes, { ...shared, password: 'señal' })
    expect(isColour(page.pixel(100, 100), [0, 0, 0])).toBe(true)
    expect(await codeOf(render(bytes, shared))).toBe('RENDER_PASSWORD')
  })

  it('rejects what is no PDF, an empty file and a truncated one without pages', async () => {
    const whole = makePdf({ content: '0 0 10 10 re f' })
    for (const bytes of [Buffer.from('hello'), Buffer.alloc(0), whole.subarray(0, 60)]) {
      expect(await codeOf(render(bytes))).toBe('RENDER_DAMAGED')
    }
  })

  it('rebuilds a file whose cross-reference table is not where it says', async () => {
    const whole = makePdf({ content: '1 0 0 rg 0 0 200 300 re f' })
    const moved = Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
    const page = await render(moved)
    expect(isColour(page.pixel(100, 100), [255, 0, 0])).toBe(true)
  })

  it('rejects a page that the document does not have', async () => {
    for (const page of [0, 2, 1.5, 2 ** 40])
      expect(await codeOf(render(makePdf(), { page }))).toBe('RENDER_PAGE_OUT_OF_RANGE')
  })

  it('rejects numbers without sense before any work', async () => {
    await expect(render(makePdf(), { dpi: 0 })).rejects.toThrow(RangeError)
    await expect(render(makePdf(), { width: Number.NaN })).rejects.toThrow(RangeError)
    await expect(render(makePdf(), { quality: 101 })).rejects.toThrow(RangeError)
  })

  it('passes on why the bytes could not be read, and lives on', async () => {
    const load = (): Promise<Uint8Array> => Promise.reject(new Error('no such object'))
    await expect(pool.renderPage(request(Buffer.alloc(0), { load }))).rejects.toThrow('no such object')
    expect((await render(makePdf())).width).toBe(200)
  })
})

describe('bombs', () => {
  it('never shows a page with holes for an image that lies about its size', async () => {
    const image = makeStream(
      'x',
      '/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8/ColorSpace/DeviceRGB',
    )
    const bytes = makePdf({
      resources: `/XObject<</I ${pageParts.more(0)} 0 R>>`,
      content: 'q 200 0 0 300 0 0 cm /I Do Q',
      more: [image],
    })
    const outcome = await render(bytes).then(
      (page) => page.width,
      (error: RenderError) => error.code,
    )
    expect([200, 'RENDER_TOO_LARGE']).toContain(outcome)
    expect((await render(makePdf())).width).toBe(200)
  })

  it('ends a content stream that inflates without end within the limits', async () => {
    const inner = deflateSync(Buffer.alloc(300_000_000, 0x20))
    const bytes = makePdf({ content: deflateSync(inner), contentEntries: '/Filter[/FlateDecode/FlateDecode]' })
    const outcome = await render(bytes).then(
      (page) => page.width,
      (error: RenderError) => error.code,
    )
    expect([200, 'RENDER_TOO_LARGE']).toContain(outcome)
    expect((await render(makePdf())).width).toBe(200)
  })
})

/** A page that takes minutes and little memory: a shading over the whole page, drawn again and again. */
function makeEndlessPdf(): Buffer {
  const axis = '/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 200 300]/Extend[true true]'
  const shading = `<<${axis}/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1.7>>>>`
  return makePdf({ resources: `/Shading<</S ${shading}>>`, content: '/S sh '.repeat(5000) })
}

/** Forms that draw each other ten times, nine levels deep: PDFium keeps what it read of each of a thousand million. */
function makeSwellingPdf(): Buffer {
  const levels = 9
  const forms = Array.from({ length: levels }, (_, level) => {
    const inner = level === levels - 1 ? '' : `/Resources<</XObject<</N ${pageParts.more(level + 1)} 0 R>>>>`
    const content = level === levels - 1 ? '0 0 100 100 re f' : '/N Do '.repeat(10)
    return makeStream(content, `/Type/XObject/Subtype/Form/BBox[0 0 200 300]${inner}`)
  })
  return makePdf({ resources: `/XObject<</N ${pageParts.more(0)} 0 R>>`, content: '/N Do', more: forms })
}

describe('processes', () => {
  it('kills a job that does not end, and goes on with the next', async () => {
    const own = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 8000 })
    const endless = own.renderPage(request(makeEndlessPdf(), { dpi: 600 }))
    const after = own.renderPage(request(makePdf()))
    expect(await codeOf(endless)).toBe('RENDER_TIMEOUT')
    expect((await after).width).toBe(200)
    await own.close()
  })

  it('serves others while one page keeps a process busy', async () => {
    const own = createRenderPool({ processes: 2, memoryMb: 512, timeoutMs: 20_000 })
    const endless = codeOf(own.renderPage(request(makeEndlessPdf(), { dpi: 600 })))
    for (let page = 1; page <= 3; page += 1) {
      expect((await own.renderPage(request(makePdf({ pages: 3 }), { page }))).width).toBe(200)
    }
    await own.close()
    expect(await endless).toBe('RENDER_CLOSED')
  })

  it('kills a job that takes more memory than it may, and goes on with the next', async () => {
    const own = createRenderPool({ processes: 1, memoryMb: 300, timeoutMs: 20_000 })
    const swelling = own.renderPage(request(makeSwellingPdf()))
    const after = own.renderPage(request(makePdf()))
    expect(await codeOf(swelling)).toBe('RENDER_TOO_LARGE')
    expect((await after).width).toBe(200)
    await own.close()
  })

  it('replaces a process that died, whatever killed it', async () => {
    const own = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 20_000 })
    const running = codeOf(own.renderPage(request(makeEndlessPdf(), { dpi: 600 })))
    await vi.waitFor(() => expect(renderProcesses().length).toBeGreaterThan(1))
    process.kill(renderProcesses().at(-1)!, 'SIGKILL')
    expect(await running).toBe('RENDER_CRASHED')
    expect((await own.renderPage(request(makePdf()))).width).toBe(200)
    await own.close()
  })

  it('asks for the bytes of a key once', async () => {
    const load = vi.fn(() => Promise.resolve(makePdf({ pages: 3 })))
    for (const page of [1, 2, 3]) await pool.renderPage({ key: 'loaded once', load, page, width: 50 })
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('does not leak memory over many keys', async () => {
    const own = createRenderPool({ processes: 1, memoryMb: 256, timeoutMs: 20_000 })
    const filling = Buffer.alloc(2_000_000, 'x')
    for (let index = 0; index < 80; index += 1) {
      const bytes = makePdf({ content: '0 0 9 9 re f', more: [makeStream(filling), `<</Nr ${index}>>`] })
      expect((await own.renderPage(request(bytes))).width).toBe(200)
    }
    await own.close()
  })

  it('rejects more waiting pages than its queue holds, and everything once closed', async () => {
    const own = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 20_000, maxQueue: 1 })
    const [first, second] = [codeOf(own.renderPage(request(makePdf()))), codeOf(own.renderPage(request(makePdf())))]
    expect(await codeOf(own.renderPage(request(makePdf())))).toBe('RENDER_BUSY')
    await own.close()
    expect([await first, await second]).toEqual(['RENDER_CLOSED', 'RENDER_CLOSED'])
    expect(await codeOf(own.renderPage(request(makePdf())))).toBe('RENDER_CLOSED')
  })

  it('gives its processes no environment', async () => {
    await render(makePdf())
    expect(renderProcesses().length).toBeGreaterThan(0)
    for (const pid of renderProcesses()) {
      const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
      // Node itself names the message channel in the environment.
      expect(entries.filter((entry) => !entry.startsWith('NODE_CHANNEL'))).toEqual([])
    }
  })
})
