import { createHash } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { makeJpxPage } from '../../tests/make-jpx.ts'
import { makePdf } from '../../tests/make-pdf.ts'
import { renderProcesses } from '../../tests/render-processes.ts'
import { createRenderPool } from './render-pool.ts'
import { RenderError } from '../render-error.ts'

const pool = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 20_000 })
afterAll(() => pool.close())

const letter = (text: string) => makePdf({ content: `BT /F1 40 Tf 20 100 Td (${text}) Tj ET` })

/** What each file comes to must depend on that file alone. */
const FILES = {
  // Its decoder writes past the end of its table, where in a fresh module nothing of its own lies.
  corrupting: makeJpxPage(1, { hidden: true }),
  crashing: makeJpxPage(3, { hidden: true }),
  tabled: makeJpxPage(3, { hidden: false }),
  grey: makeJpxPage(0, { hidden: false }),
  damaged: Buffer.from('%PDF-1.7 and nothing else'),
  innocent: letter('Hello'),
  other: letter('Other'),
} as const
type Name = keyof typeof FILES

function permutations(names: readonly Name[]): Name[][] {
  if (names.length < 2) return [[...names]]
  return names.flatMap((first) => permutations(names.filter((name) => name !== first)).map((rest) => [first, ...rest]))
}

let keys = 0
/** The digest of the picture, or the code of the rejection. `key` names a document that may still be open. */
async function outcomeOf(name: Name, key = `isolation-${(keys += 1)}`): Promise<string> {
  const load = () => Promise.resolve(FILES[name])
  try {
    const { jpeg } = await pool.renderPage({ key, load, page: 1, dpi: 72 })
    return createHash('sha256').update(jpeg).digest('hex')
  } catch (error) {
    if (error instanceof RenderError) return error.code
    throw error
  }
}

it('makes of each file what the file alone decides, in every order', async () => {
  const names: Name[] = ['corrupting', 'innocent', 'other']
  const alone = new Map<Name, string>()
  for (const name of names) alone.set(name, await outcomeOf(name))
  const orders = permutations(names)
  for (const order of [...orders, ...orders]) {
    const outcomes: (string | undefined)[] = []
    for (const name of order) outcomes.push(await outcomeOf(name))
    expect(outcomes, order.join(', ')).toEqual(order.map((name) => alone.get(name)))
  }
})

it('draws a document that it has open as before, whatever was drawn meanwhile', async () => {
  const before = await outcomeOf('innocent', 'kept open')
  for (let round = 0; round < 6; round += 1) await outcomeOf('corrupting')
  expect(await outcomeOf('innocent', 'kept open')).toBe(before)
})

it('replaces a process that met an error, and rejects the file that brought it about alone', async () => {
  const innocent = await outcomeOf('innocent')
  for (const [name, code] of [
    ['crashing', 'RENDER_CRASHED'],
    ['damaged', 'RENDER_DAMAGED'],
  ] as const) {
    const before = renderProcesses()
    expect(await outcomeOf(name)).toBe(code)
    expect(await outcomeOf('innocent')).toBe(innocent)
    expect(renderProcesses()).not.toEqual(before)
  }
})

it('draws an image whose table of tile-parts lies', async () => {
  expect(await outcomeOf('tabled')).toBe(await outcomeOf('grey'))
})
