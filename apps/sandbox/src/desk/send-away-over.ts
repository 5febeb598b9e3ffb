import type { FastifyReply } from 'fastify'
import { AWAY_TEXTS } from './away-texts.ts'
import type { Language } from './choose-language.ts'
import { renderPage } from './render-page.ts'
import { sendPage } from './send-page.ts'
import { markup } from './write-markup.ts'

/** Tells somebody who comes to a question that nobody asks any more. */
export function sendAwayOver(reply: FastifyReply, language: Language): FastifyReply {
  const texts = AWAY_TEXTS[language]
  const main = markup`<div class="hero">
    <h1>${texts.over}</h1>
    <p>${texts.overText}</p>
  </div>`
  return sendPage(reply.code(410), { language, html: renderPage(language, `${texts.over} · Rúbrica SANDBOX`, main) })
}
