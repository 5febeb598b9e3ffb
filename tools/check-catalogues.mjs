// Keeps the languages equal: every catalogue says what en.json says, with the plural forms its own language needs.
// Usage: node tools/check-catalogues.mjs [FOLDER]     exit 0 = in order (warnings allowed), 1 = problems on stderr
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const REFERENCE = 'en'
const PLURAL_KEY = /^(.*)_(zero|one|two|few|many|other)$/
const PLACEHOLDER = /\{\{-?\s*([\w.]+)[^}]*\}\}|(<\/?\w+\s*\/?>)/g

/** Words that are rightly the same in another language: names, formats and terms every language borrowed. */
const SHARED_WORDS = new Set(
  (
    'Rúbrica PDF PIN OTP SMS APP SAML Google Microsoft Active Directory Autofirma KeyVault TrustPRO RedTrust Uanataca ' +
    'ValidatedID Swisscom Nebula Ivnosys FirmaRemota DN PRE PRO AM PM OK Wallet Software Alias Total Final Error Normal ' +
    'Status Name Documents Document Certificates Certificate Signature Date Type Page Pages Tag Filter Text Online Zoom ' +
    'Español Català English Deutsch Français es ca en de fr'
  ).split(' '),
)

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../packages/locales/catalogues', import.meta.url)))
const problems = []
const warnings = []

/** Nested texts as a map from dotted key to text; anything that is no text is a problem. */
function flatten(tree, language, prefix = '') {
  return Object.entries(tree).flatMap(([name, value]) => {
    const key = prefix + name
    if (typeof value === 'string') return [[key, value]]
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return flatten(value, language, `${key}.`)
    problems.push(`${language}: ${key} is not a text`)
    return []
  })
}

function readCatalogue(file) {
  const language = basename(file, '.json')
  try {
    return [language, new Map(flatten(JSON.parse(readFileSync(file, 'utf8')), language))]
  } catch (error) {
    problems.push(`${language}: cannot be read (${error.message})`)
    return [language, new Map()]
  }
}

/** The stem of a counted text (`items` of `items_one`) when the reference counts it, else null. */
function stemOf(key, reference) {
  const stem = PLURAL_KEY.exec(key)?.[1]
  return stem !== undefined && reference.has(`${stem}_other`) ? stem : null
}

function categoriesOf(language, stem) {
  const type = stem.endsWith('_ordinal') ? 'ordinal' : 'cardinal'
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories
}

/** The keys a language has to have: those of the reference, with counted texts in the language's own forms. */
function expectedKeys(language, reference) {
  const keys = [...reference.keys()].flatMap((key) => {
    const stem = stemOf(key, reference)
    return stem === null ? [key] : categoriesOf(language, stem).map((category) => `${stem}_${category}`)
  })
  return new Set(keys)
}

const placeholders = (text) => new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? match[2]))

function comparePlaceholders(language, [key, text], reference) {
  const stem = stemOf(key, reference)
  const wanted = placeholders(reference.get(stem === null ? key : `${stem}_other`))
  const found = placeholders(text)
  // "One document" may do without the figure.
  const missing = [...wanted].filter((name) => !found.has(name) && !(stem !== null && name === 'count'))
  const strange = [...found].filter((name) => !wanted.has(name))
  if (missing.length > 0) problems.push(`${language}: ${key} lacks ${missing.join(', ')}`)
  if (strange.length > 0) problems.push(`${language}: ${key} has ${strange.join(', ')}, which ${REFERENCE} has not`)
}

/** Warns of a text left in English: equal to it, and with a word that is not shared by the languages. */
function warnOfEnglish(language, [key, text], reference) {
  if (language === REFERENCE || text !== reference.get(key)) return
  const words = text.replace(PLACEHOLDER, ' ').match(/\p{L}+/gu) ?? []
  if (words.some((word) => !SHARED_WORDS.has(word))) warnings.push(`${language}: ${key} is the English "${text}"`)
}

function checkCatalogue(language, texts, reference) {
  const expected = expectedKeys(language, reference)
  for (const key of expected) if (!texts.has(key)) problems.push(`${language}: ${key} is missing`)
  for (const [key, text] of texts) {
    const optional = key.endsWith('_zero') && stemOf(key, reference) !== null
    if (!expected.has(key) && !optional) {
      problems.push(`${language}: ${key} is not a key this language needs`)
      continue
    }
    if (text.trim() === '') problems.push(`${language}: ${key} is empty`)
    else comparePlaceholders(language, [key, text], reference)
    warnOfEnglish(language, [key, text], reference)
  }
}

const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
if (files.length === 0) {
  console.log('No catalogues yet.')
  process.exit(0)
}
const catalogues = new Map(files.map((name) => readCatalogue(join(folder, name))))
const reference = catalogues.get(REFERENCE)
if (!reference) {
  console.error(`${REFERENCE}.json is missing: it is what the other catalogues are compared with.`)
  process.exit(1)
}
for (const [language, texts] of catalogues) checkCatalogue(language, texts, reference)

for (const warning of warnings) console.warn(`warning: ${warning}`)
for (const problem of problems) console.error(problem)
console.log(`${catalogues.size} catalogues, ${reference.size} texts in ${REFERENCE}, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)
