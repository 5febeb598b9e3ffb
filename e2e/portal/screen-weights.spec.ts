/** What a screen weighs before it can be drawn, as the server sends it; nothing of this needs a browser. */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'

const WEB = resolve(import.meta.dirname, '../../dist/web')
/** Thousands of bytes, compressed with Brotli; English texts included. */
const BUDGETS = [
  { page: 'login.html', scripts: 105, styles: 12, texts: ['first'] },
  { page: 'documents.html', scripts: 145, styles: 12, texts: ['first', 'rest'] },
  { page: 'document.html', scripts: 140, styles: 12, texts: ['first', 'rest'] },
  { page: 'send.html', scripts: 175, styles: 15, texts: ['first', 'rest', 'sending'] },
] as const

const weigh = (path: string) => statSync(join(WEB, `${path}.br`)).size

/** The files that a page names, as links or as data. */
function filesOf(page: string): readonly string[] {
  const html = readFileSync(join(WEB, page), 'utf8')
  return [...new Set([...html.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!))]
}

/** Files of a language: what the log-in says, the senders' part, and the rest. */
function textsOf(language: string, parts: readonly string[]): readonly string[] {
  const files = readdirSync(join(WEB, 'assets'))
  return parts.map((part) => {
    const name = files.find((file) => new RegExp(`^${language}-${part}-[^.]+\\.js$`).test(file))
    return `assets/${name}`
  })
}

for (const { page, scripts, styles, texts } of BUDGETS) {
  test(`${page} begins with ${scripts} kB of scripts and ${styles} kB of styles at most`, () => {
    const files = filesOf(page)
    const sum = (paths: readonly string[]) => paths.reduce((bytes, path) => bytes + weigh(path), 0) / 1000
    const code = [...files.filter((path) => path.endsWith('.js')), ...textsOf('en', texts)]
    expect(sum(code), code.map((path) => `${path} ${weigh(path)}`).join('\n')).toBeLessThanOrEqual(scripts)
    expect(sum(files.filter((path) => path.endsWith('.css')))).toBeLessThanOrEqual(styles)
  })
}
