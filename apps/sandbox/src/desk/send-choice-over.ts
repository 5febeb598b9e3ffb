import type { FastifyReply } from 'fastify'
import type { Language } from './choose-language.ts'
import { LOGIN_TEXTS } from './login-texts.ts'
import { renderPage } from './render-page.ts'
import { sendPage } from './send-page.ts'
import { markup } from './write-markup.ts'

/** Tells somebody who comes back to a choice that it was made already: the button Back of a browser leads there. */
export function sendChoiceOver(reply: FastifyReply, language: Language): FastifyReply {
  const texts = LOGIN_TEXTS[language]
  const main = markup`<div class="hero">
    <h1>${texts.over}</h1>
    <p>${texts.overText}</p>
  </div>`
  return sendPage(reply.code(410), { language, html: renderPage(language, `${texts.over} · Rúbrica SANDBOX`, main) })
}
