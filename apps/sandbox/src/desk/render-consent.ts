import { AWAY_TEXTS, type AwayTexts } from './away-texts.ts'
import type { Language } from './choose-language.ts'
import { renderPage } from './render-page.ts'
import { markup, type Html } from './write-markup.ts'

const ENDS = {
  signed: 'accepted',
  refused: 'refused',
  late: 'tooLate',
  changed: 'mismatch',
} as const satisfies Record<string, keyof AwayTexts>

export interface ConsentView {
  readonly message: string
  /** Distinguished name in text. */
  readonly subject: string
  readonly phone: string
  readonly documents: readonly unknown[]
  /** How it ended; nobody has answered yet when absent. */
  readonly end: keyof typeof ENDS | undefined
  readonly language: Language
}

/** What somebody reads before they accept that a certificate is made and signs for them. It works without scripts. */
export function renderConsent(view: ConsentView): string {
  const texts = AWAY_TEXTS[view.language]
  const heading = view.end === undefined ? texts.confirm : texts[ENDS[view.end]]
  const main = markup`<div class="hero">
      <h1>${heading}</h1>
      <p><strong>Swisscom</strong> · ${view.end === undefined ? texts.confirmText : texts.close}</p>
    </div>
    ${view.end === undefined ? renderQuestion(view, texts) : ''}`
  return renderPage(view.language, `${heading} · Rúbrica SANDBOX`, main)
}

function renderQuestion({ message, subject, phone, documents }: ConsentView, texts: AwayTexts): Html {
  return markup`<div class="card away">
      <p class="message">${message}</p>
      <dl class="facts login">
        <div>
          <dt>${texts.certificateFor}</dt>
          <dd><code>${subject}</code></dd>
        </div>
        <div>
          <dt>${texts.phone}</dt>
          <dd><code>+${phone}</code></dd>
        </div>
        <div>
          <dt>${texts.documents}</dt>
          <dd>${documents.length}</dd>
        </div>
      </dl>
    </div>
    <form method="post" class="choice">
      <button class="button" name="decision" value="accept">${texts.accept}</button>
      <button class="button refuse" name="decision" value="cancel">${texts.cancel}</button>
    </form>`
}
