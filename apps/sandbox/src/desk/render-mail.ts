import type { Mail } from '../mail/open-mailbox.ts'
import type { Language } from './choose-language.ts'
import { formatMoment, renderPage } from './render-page.ts'
import { TEXTS } from './texts.ts'
import { markup, type Html } from './write-markup.ts'

/** One mail as a page: its head, then its text; a designed mail stands in a frame of its own where nothing runs. */
export function renderMail(mail: Mail, language: Language): string {
  const texts = TEXTS[language]
  const subject = mail.subject || texts.noSubject
  const fact = (name: string, value: string): Html =>
    markup`<dt>${name}</dt>
      <dd>${value}</dd>`
  const attachments = mail.attachments.map(({ name, type }) => name || type).join(', ')
  const main = markup` <p><a href="/?lang=${language}">← ${texts.back}</a></p>
    <section>
      <h1>${subject}</h1>
      <dl class="mail-head">
        ${fact(texts.from, mail.from)}${fact(texts.to, mail.to.join(', '))}${fact(texts.date, formatMoment(mail.at, language))}
        ${attachments === '' ? '' : fact(texts.attachments, attachments)}
      </dl>
      <div class="card">${renderBody(mail, texts.message)}</div>
      <p><a href="/inbox/${mail.id}/source" download>${texts.source}</a></p>
    </section>`
  return renderPage(language, `${subject} · Rúbrica SANDBOX`, main)
}

function renderBody(mail: Mail, title: string): Html {
  if (mail.html === '') return markup`<div class="paper"><pre>${linkAddresses(mail.text)}</pre></div>`
  return markup`<iframe
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    title="${title}"
    src="/inbox/${mail.id}/body"
  ></iframe>`
}

/** The text with its web addresses as links, which open outside the desk. */
function linkAddresses(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s"'<>()]+)/)
    .map((piece, index) =>
      index % 2 === 0 ? markup`${piece}` : markup`<a href="${piece}" target="_blank" rel="noopener">${piece}</a>`,
    )
}
