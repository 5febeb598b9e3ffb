import { LANGUAGES, type Language } from './choose-language.ts'
import { DESK_STYLE } from './desk-style.ts'
import { LOGIN_STYLE } from './login-style.ts'
import { PHONE_STYLE } from './phone-style.ts'
import { TEXTS } from './texts.ts'
import { markup, trusted, type Html } from './write-markup.ts'

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  es: 'Español',
  ca: 'Català',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
}

/** Character for character what the content policy's hash is about. */
export const PAGE_STYLE = `${DESK_STYLE}${PHONE_STYLE}${LOGIN_STYLE}`
const STYLE = trusted(`<style>${PAGE_STYLE}</style>`)

const LOGO = trusted(
  '<svg class="logo" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#00bf71"/><path d="M7 21c3-9 6-12 7.5-10.5S12 21 14 21s4-6 5.5-6-1 5 .5 5 2.5-2 5-2" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)

/** Line drawings of 24 by 24, by what they show. */
const DRAWINGS = {
  warning: '<path d="M12 3 2.5 20h19zM12 10v4m0 3v.01"/>',
  download: '<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14"/>',
  phone: '<rect x="6" y="2.5" width="12" height="19" rx="3"/><path d="M10.5 18.5h3"/>',
  copy: '<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M5 15V6.5A2.5 2.5 0 0 1 7.5 4H15"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m4 7.5 8 6 8-6"/>',
} as const

export function drawing(name: keyof typeof DRAWINGS, size: number): Html {
  return trusted(
    `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${DRAWINGS[name]}</svg>`,
  )
}

/** A whole page around its main part: head, brand, languages, footer. */
export function renderPage(language: Language, title: string, main: Html): string {
  const texts = TEXTS[language]
  const links = LANGUAGES.map((one) => {
    const current = one === language ? trusted(' aria-current="true"') : ''
    const name = LANGUAGE_NAMES[one]
    return markup`<a href="?lang=${one}" hreflang="${one}" lang="${one}" title="${name}" aria-label="${name}" ${current}>${one.toUpperCase()}</a>`
  })
  const page = markup`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE}
      </head>
      <body>
        <header class="top">
          <div>
            <a class="name" href="/?lang=${language}">${LOGO}Rúbrica</a><span class="badge">SANDBOX</span>
            <nav class="langs" aria-label="${texts.languages}">${links}</nav>
          </div>
        </header>
        <main>${main}</main>
        <footer>${texts.footer}</footer>
      </body>
    </html>`
  return page.text
}

/** Day, month and year. */
export const formatDay = (iso: string, language: Language): string =>
  new Date(iso).toLocaleDateString(language, { dateStyle: 'medium' })

/** Day and minute. */
export const formatMoment = (iso: string, language: Language): string =>
  new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
