import { RenderError, type RenderErrorCode, type RenderRequest } from '@rubrica/rendering'
import { expect, test } from 'vitest'
import { drawWithCare } from './draw-with-care.ts'

const IMAGE = { jpeg: new Uint8Array(1), width: 1, height: 1, pageCount: 9 }

/** A pool whose drawings end when the test says so. */
function openStage() {
  const underWay: { name: string; end: (code?: RenderErrorCode) => void }[] = []
  let time = 0
  const drawn: string[] = []
  const pool = {
    renderPage: ({ key, page }: RenderRequest) =>
      new Promise<typeof IMAGE>((done, fail) => {
        const name = `${key}${page}`
        drawn.push(name)
        underWay.push({ name, end: (code) => (code ? fail(new RenderError(code)) : done(IMAGE)) })
      }),
  }
  const unused = () => Promise.reject(new Error('not asked for'))
  const { renderPage } = drawWithCare(
    { ...pool, renderPicture: unused, redrawPicture: unused, readText: unused },
    () => time,
  )
  const settle = () => new Promise((done) => setImmediate(done))
  return {
    drawn,
    ask: (key: string, page: number) => {
      const answer = renderPage({ key, page, load: () => Promise.reject(new Error('not loaded')) }).then(
        () => 'drawn',
        (error: RenderError) => error.code,
      )
      return answer
    },
    end: async (name: string, code?: RenderErrorCode) => {
      await settle()
      const at = underWay.findIndex((drawing) => drawing.name === name)
      underWay.splice(at, 1)[0]!.end(code)
      await settle()
    },
    settle,
    wait: (ms: number) => (time += ms),
  }
}

test('a document has one page drawn at a time, and does not wait for other documents', async () => {
  const stage = openStage()
  const answers = [stage.ask('a', 1), stage.ask('a', 2), stage.ask('b', 1)]
  await stage.settle()
  expect(stage.drawn).toEqual(['a1', 'b1'])
  await stage.end('a1')
  expect(stage.drawn).toEqual(['a1', 'b1', 'a2'])
  await stage.end('a2')
  await stage.end('b1')
  expect(await Promise.all(answers)).toEqual(['drawn', 'drawn', 'drawn'])
})

test.each(['RENDER_DAMAGED', 'RENDER_TIMEOUT', 'RENDER_CRASHED'] as const)(
  'a page that ended with %s is not drawn again until that is forgotten',
  async (code) => {
    const stage = openStage()
    const waiting = [stage.ask('a', 1), stage.ask('a', 1)]
    await stage.end('a1', code)
    expect(await Promise.all([...waiting, stage.ask('a', 1)])).toEqual([code, code, code])
    expect(stage.drawn).toEqual(['a1'])
    stage.wait(3_600_000)
    const again = stage.ask('a', 1)
    await stage.end('a1')
    expect(await again).toBe('drawn')
  },
)

test('a full pool is nobody’s fault: the page is drawn when it is asked for again', async () => {
  const stage = openStage()
  const refused = stage.ask('a', 1)
  await stage.end('a1', 'RENDER_BUSY')
  expect(await refused).toBe('RENDER_BUSY')
  const again = stage.ask('a', 1)
  await stage.end('a1')
  expect(await again).toBe('drawn')
})

test('documents that used up a process share one from then on', async () => {
  const stage = openStage()
  for (const key of ['a', 'b']) {
    const answer = stage.ask(key, 1)
    await stage.end(`${key}1`, 'RENDER_TIMEOUT')
    expect(await answer).toBe('RENDER_TIMEOUT')
  }
  const suspect = stage.ask('a', 2)
  await stage.settle()
  expect(await stage.ask('b', 2)).toBe('RENDER_BUSY')
  const honest = stage.ask('c', 1)
  await stage.end('c1')
  expect(await honest).toBe('drawn')
  await stage.end('a2')
  expect(await suspect).toBe('drawn')
})

test('a page whose words cannot be read is still drawn', async () => {
  const tooLong = () => Promise.reject(new RenderError('RENDER_TIMEOUT'))
  const renderPage = () => Promise.resolve(IMAGE)
  const drawer = drawWithCare({ renderPage, renderPicture: tooLong, redrawPicture: tooLong, readText: tooLong })
  const page = { key: 'a', page: 1, load: () => Promise.reject(new Error('not loaded')) }
  await expect(drawer.readText(page)).rejects.toMatchObject({ code: 'RENDER_TIMEOUT' })
  expect(await drawer.renderPage(page)).toBe(IMAGE)
})
