import type { AppCode, CodeCard, Phone, Push, TextMessage } from '../phone/open-phone.ts'
import type { Language } from './choose-language.ts'
import { PHONE_TEXTS, type PhoneTexts } from './phone-texts.ts'
import { drawing, formatMoment } from './render-page.ts'
import { markup, type Html } from './write-markup.ts'

const SHOWN_MESSAGES = 12
const SHOWN_PUSHES = 5

/**
 * What is on the phone now, as a piece of a page. `data-next` says in how many milliseconds a code of an app changes,
 * `data-news` what a screen reader is told when it is new.
 */
export function renderPhone(phone: Phone, language: Language, now: number): Html {
  const texts = PHONE_TEXTS[language]
  const [messages, pushes, apps] = [phone.messages(), phone.pushes(), phone.apps()]
  const waiting = pushes.filter((push) => push.state === 'waiting')
  const decided = pushes.filter((push) => push.state !== 'waiting')
  const next = Math.min(...apps.map((app) => Date.parse(app.expiresAt) - now))
  const news = waiting[0]?.text ?? messages[0]?.text ?? ''
  return markup`<div class="phone" data-next="${Number.isFinite(next) ? next : ''}" data-news="${news}">
    <div class="phone-main">
      ${waiting.map((push) => renderPush(push, texts, language))}
      ${renderMessages(messages, texts, language)}
      ${decided.slice(0, SHOWN_PUSHES).map((push) => renderPush(push, texts, language))}
    </div>
    <div class="phone-side">
      ${apps.length === 0 ? '' : renderApps(apps, texts)}${phone.cards().map((card) => renderCard(card, texts))}
    </div>
  </div>`
}

function renderPush({ id, provider, text, at, state }: Push, texts: PhoneTexts, language: Language): Html {
  if (state !== 'waiting') {
    return markup`<div class="card push done">
      <p><b>${provider}</b> <span class="quiet">${text}</span></p>
      <strong>${texts[state]}</strong>
    </div>`
  }
  const button = (decision: 'accept' | 'refuse'): Html =>
    markup`<button class="button ${decision}" id="${decision}-${id}" name="decision" value="${decision}">${texts[decision]}</button>`
  return markup`<form class="card push" method="post" action="/phone/pushes/${id}?lang=${language}">
    <p><b>${provider}</b> <time class="quiet" datetime="${at}">${formatMoment(at, language)}</time></p>
    <p>${text}</p>
    <div class="buttons">${button('accept')}${button('refuse')}</div>
  </form>`
}

function renderMessages(messages: readonly TextMessage[], texts: PhoneTexts, language: Language): Html {
  if (messages.length === 0) {
    return markup`<div class="card empty">
      ${drawing('phone', 36)}<strong>${texts.noMessage}</strong>
      <p>${texts.noMessageHint}</p>
    </div>`
  }
  const row = ({ id, from, to, text, at, code }: TextMessage): Html =>
    markup`<li>
      <p class="sms-head"><b>${from}</b> <span>${texts.to} ${to}</span><time datetime="${at}">${formatMoment(at, language)}</time></p>
      <p>${text}</p>
      ${code === undefined ? '' : renderCode(code, id, texts)}
    </li>`
  return markup`<ul class="card messages" aria-label="${texts.messages}">
    ${messages.slice(0, SHOWN_MESSAGES).map(row)}
  </ul>`
}

/** A code to be copied: by the button where scripts run, else by one click that selects all of it. */
function renderCode(code: string, id: string, texts: PhoneTexts): Html {
  return markup`<p class="code">
    <code>${code}</code
    ><button class="copy" type="button" id="copy-${id}" data-copy="${code}" data-done="${texts.copied}" aria-label="${texts.copy} ${code}">
      ${drawing('copy', 16)}<span>${texts.copy}</span>
    </button>
  </p>`
}

function renderApps(apps: readonly AppCode[], texts: PhoneTexts): Html {
  const row = ({ provider, user, code }: AppCode): Html =>
    markup`<li><span>${provider} · ${user}</span>${renderCode(code, `${provider}-${user}`, texts)}</li>`
  return markup`<div class="card side">
    <h3>${texts.apps}</h3>
    <p class="quiet">${texts.appsHint}</p>
    <ul>
      ${apps.map(row)}
    </ul>
  </div>`
}

function renderCard({ provider, user, codes }: CodeCard, texts: PhoneTexts): Html {
  return markup`<details class="card side">
    <summary>${texts.cards}: ${provider} · ${user}</summary>
    <ol class="numbers">
      ${codes.map((code) => markup`<li><code>${code}</code></li>`)}
    </ol>
  </details>`
}
