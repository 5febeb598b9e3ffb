/** What a screen weighs before it can be drawn, as the server sends it; nothing of this needs a browser. */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'

const WEB = resolve(import.meta.dirname, '../../dist/web')
/** Thousands of bytes, compressed with Brotli; English texts included. */
const BUDGETS = [
  { page: 'login.html', scripts: 105, isInside: false },
  { page: 'documents.html', scripts: 145, isInside: true },
  { page: 'document.html', scripts: 140, isInside: true },
] as const
const STYLES = 12

const weigh = (path: string) => statSync(join(WEB, `${path}.br`)).size

/** The files that a page names, as links or as data. */
function filesOf(page: string): readonly string[] {
  const html = readFileSync(join(WEB, page), 'utf8')
  return [...new Set([...html.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!))]
}

/** The two files of a language that this counts: what the log-in says, and all the rest but the senders' part. */
function textsOf(language: string): readonly string[] {
  const files = readdirSync(join(WEB, 'assets'))
  return ['first', 'rest'].map((part) => {
    const name = files.find((file) => new RegExp(`^${language}-${part}-[^.]+\\.js$`).test(file))
    return `assets/${name}`
  })
}

for (const { page, scripts, isInside } of BUDGETS) {
  test(`${page} begins with ${scripts} kB of scripts and ${STYLES} kB of styles at most`, () => {
    const files = filesOf(page)
    const texts = textsOf('en').slice(0, isInside ? 2 : 1)
    const sum = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + weigh(path), 0) / 1000
    const code = [...files.filter((path) => path.endsWith('.js')), ...texts]
    expect(sum(code), code.map((path) => `${path} ${weigh(path)}`).join('\n')).toBeLessThanOrEqual(scripts)
    expect(sum(files.filter((path) => path.endsWith('.css')))).toBeLessThanOrEqual(STYLES)
  })
}
