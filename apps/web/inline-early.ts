import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const SOURCES = resolve(import.meta.dirname, 'src/early')
/** Bytes of a script that stands in a page, compressed: more would hold up what it is to be faster than. */
const MOST_BYTES = 3000

/** A script small enough to stand in a page, and the word of a content security policy that lets it run. */
export interface InlineScript {
  readonly code: string
  readonly source: string
}

/**
 * Makes one script of a file of `src/early` and all that it imports.
 * @throws {Error} when it is too large, or names something that ends a script element
 */
export async function makeInlineScript(name: string): Promise<InlineScript> {
  const code = await makeScript(resolve(SOURCES, `${name}.ts`))
  const { length } = brotliCompressSync(code)
  if (length > MOST_BYTES) throw new Error(`${name} has ${length} bytes; ${MOST_BYTES} may stand in a page`)
  if (/<\/script|<!--/i.test(code)) throw new Error(`${name} would end its own element`)
  return { code, source: `'sha256-${createHash('sha256').update(code).digest('base64')}'` }
}

/** @param define texts that stand in place of names @returns one script of a file and all that it imports */
export async function makeScript(entry: string, define: Readonly<Record<string, string>> = {}): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'early' },
    },
  })
  const [{ output: chunks }] = output as [Rolldown.RolldownOutput]
  return chunks[0].code.trim()
}
