import { AWAY_TEXTS } from './away-texts.ts'
import type { Language } from './choose-language.ts'
import { renderPage } from './render-page.ts'
import { markup } from './write-markup.ts'

export interface MfaView {
  readonly operation: 'login' | 'relogin' | 'sign'
  readonly user: string
  readonly certid?: string | undefined
  readonly digests: readonly unknown[]
  /** What the portal says that it is about. */
  readonly description: string
  readonly returnUrl: string
  readonly language: Language
}

/** Asks whether somebody is the person to whom an account belongs. It works without scripts. */
export function renderMfa(view: MfaView): string {
  const { operation, user, certid, digests, description, returnUrl, language } = view
  const texts = AWAY_TEXTS[language]
  const fact = (label: string, value: string | number) =>
    markup`<div>
      <dt>${label}</dt>
      <dd><code>${value}</code></dd>
    </div>`
  const main = markup`<div class="hero">
      <h1>${texts.prove}</h1>
      <p><strong>Ivnosys</strong> · ${operation === 'sign' ? texts.proveSign : texts.proveLogin}</p>
    </div>
    <div class="card away">
      ${description === '' ? '' : markup`<p class="message">${description}</p>`}
      <dl class="facts login">
        ${fact(texts.account, user)}
        ${certid === undefined ? '' : markup`${fact(texts.certificate, certid)}${fact(texts.documents, digests.length)}`}
        ${fact(texts.answerGoesTo, new URL(returnUrl).origin)}
      </dl>
    </div>
    <form method="post" class="choice">
      <button class="button" name="decision" value="approve">${texts.approve}</button>
      <button class="button refuse" name="decision" value="deny">${texts.deny}</button>
      <button class="button refuse" name="decision" value="wait">${texts.notNow}</button>
    </form>`
  return renderPage(language, `${texts.prove} · Rúbrica SANDBOX`, main)
}
