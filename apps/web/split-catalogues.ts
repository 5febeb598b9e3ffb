import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The texts of the log-in screen, and those that stand ready for any failure. */
const FIRST = ['settings', 'titles', 'common', 'footer', 'login', 'sessionExpired', 'notFound', 'crash', 'errors']
/** The texts of the screens of senders, and of people without an account: most people never open one. */
const SENDING = [
  ...['sent', 'send', 'sendingErrors', 'keys', 'guests', 'copies', 'preview', 'templates', 'bulkSends'],
  'contacts',
  ...['invitation', 'signingLink', 'webhooks'],
]
/** The texts of pages that are a whole visit: to answer an application, and to verify. */
const VISITS = ['authcerts', 'verify']
/** The texts of signatures that are made on the person's PC, on a provider's page, or by somebody else instead. */
const ELSEWHERE = ['autofirma', 'consent', 'ivnosys', 'passing', 'remarks', 'elsewhereErrors']
/** The texts of signing runs: few people sign many documents at once. */
const RUNS = ['runs', 'runErrors']
/** What the profile says, and log-ins and dialogs that ask for more than a password. */
const PROFILE = ['profile', 'notifications', 'absence', 'profileErrors', 'factors', 'samlLogin']
/** The texts of the server's mails, messages and notices, of evidence files and receipts; no browser shows them. */
const OF_SERVER = ['mail', 'phone', 'evidence', 'receipt', 'notices']

const PARTS = Object.entries({
  first: FIRST,
  sending: SENDING,
  visits: VISITS,
  profile: PROFILE,
  elsewhere: ELSEWHERE,
  runs: RUNS,
})
const partOf = (name: string) => PARTS.find(([, names]) => names.includes(name))?.[0] ?? 'rest'

const WANTED = /catalogues\/([\w-]+)\.json\?part=(first|rest|sending|visits|profile|elsewhere|runs)$/
const CATALOGUES = resolve(import.meta.dirname, '../../packages/locales/catalogues')
/** Not `.json`, or the bundler would read the file itself. The file that it writes has the name after the slash. */
const PART = /^\0catalogue\/([\w-]+)-(first|rest|sending|visits|profile|elsewhere|runs)$/

/** Makes several files of a catalogue, so that no screen waits for the texts of others. */
export const splitCatalogues: Plugin = {
  name: 'split-catalogues',
  enforce: 'pre',
  resolveId(source) {
    const [, language, part] = WANTED.exec(source) ?? []
    return language && `\0catalogue/${language}-${part}`
  },
  load(id) {
    const [, language, part] = PART.exec(id) ?? []
    if (language === undefined) return undefined
    const file = resolve(CATALOGUES, `${language}.json`)
    this.addWatchFile(file)
    const isWanted = (name: string) => partOf(name) === part && !OF_SERVER.includes(name)
    const catalogue = JSON.parse(readFileSync(file, 'utf8')) as object
    const texts = Object.fromEntries(Object.entries(catalogue).filter(([name]) => isWanted(name)))
    return `export default ${JSON.stringify(texts)}`
  },
}
