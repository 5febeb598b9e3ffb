import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The texts of the log-in screen, and those that stand ready for any failure. */
const FIRST = ['settings', 'titles', 'common', 'footer', 'login', 'sessionExpired', 'notFound', 'crash', 'errors']
/** The texts of the server's mails; no browser shows them. */
const ELSEWHERE = ['mail']

const WANTED = /catalogues\/([\w-]+)\.json\?part=(first|rest)$/
const CATALOGUES = resolve(import.meta.dirname, '../../packages/locales/catalogues')
/** Not `.json`, or the bundler would read the file itself. */
const PART = /^\0catalogue\/(first|rest)\/([\w-]+)$/

/** Makes two files of a catalogue, so that the log-in screen does not wait for the texts of all others. */
export const splitCatalogues: Plugin = {
  name: 'split-catalogues',
  enforce: 'pre',
  resolveId(source) {
    const [, language, part] = WANTED.exec(source) ?? []
    return language && `\0catalogue/${part}/${language}`
  },
  load(id) {
    const [, part, language] = PART.exec(id) ?? []
    if (language === undefined) return undefined
    const file = resolve(CATALOGUES, `${language}.json`)
    this.addWatchFile(file)
    const isWanted = (name: string) => FIRST.includes(name) === (part === 'first') && !ELSEWHERE.includes(name)
    const catalogue = JSON.parse(readFileSync(file, 'utf8')) as object
    const texts = Object.fromEntries(Object.entries(catalogue).filter(([name]) => isWanted(name)))
    return `export default ${JSON.stringify(texts)}`
  },
}
