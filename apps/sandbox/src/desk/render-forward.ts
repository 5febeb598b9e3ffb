import type { Language } from './choose-language.ts'
import { LOGIN_TEXTS } from './login-texts.ts'
import { renderPage } from './render-page.ts'
import { markup, trusted } from './write-markup.ts'

export interface Forward {
  readonly address: string
  readonly fields: Readonly<Record<string, string>>
  readonly language: Language
}

/** Character for character what the content policy's hash is about. */
export const FORWARD_SCRIPT = 'document.forms[0].submit()'

/** A page that posts fields to another server by itself, and has a button for browsers that run no script. */
export function renderForward({ address, fields, language }: Forward): string {
  const texts = LOGIN_TEXTS[language]
  const inputs = Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const main = markup`<div class="hero">
      <h1>${texts.onTheWay}</h1>
    </div>
    <form method="post" action="${address}" class="choice">
      ${inputs}<button class="button">${texts.goOn}</button>
    </form>
    ${trusted(`<script>${FORWARD_SCRIPT}</script>`)}`
  return renderPage(language, `${texts.onTheWay} · Rúbrica SANDBOX`, main)
}
