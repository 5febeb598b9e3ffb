import { X509Certificate } from 'node:crypto'
import type { Offer } from '../autofirma/answer-operation.ts'
import { ERRORS } from '../autofirma/say-error.ts'
import type { Window } from '../autofirma/show-windows.ts'
import { AUTOFIRMA_TEXTS, type AutofirmaTexts } from './autofirma-texts.ts'
import type { Language } from './choose-language.ts'
import { formatDay, renderPage } from './render-page.ts'
import { markup, type Html } from './write-markup.ts'

/** The windows that the application has open, as a page: it works without scripts and is loaded anew by hand. */
export function renderWindows(windows: readonly Window[], language: Language): string {
  const texts = AUTOFIRMA_TEXTS[language]
  const main = markup`<div class="hero">
      <h1>${texts.heading}</h1>
      <p>${windows.length === 0 ? texts.nothing : texts.intro}</p>
      <p><a class="button" href="/autofirma?lang=${language}">${texts.again}</a></p>
    </div>
    ${windows.map((window) => renderWindow(window, texts, language))}`
  return renderPage(language, `${texts.heading} · Rúbrica SANDBOX`, main)
}

function renderWindow(window: Window, texts: AutofirmaTexts, language: Language): Html {
  if (window.kind === 'splash') return markup`<p class="choice">${texts.starting}</p>`
  const action = `/autofirma/windows/${window.id}`
  if (window.kind === 'error') {
    const { code, text } = ERRORS[window.error]
    return markup`<form method="post" action="${action}" class="choice">
      <p><strong>${code}</strong> ${text}</p>
      <button class="button refuse">${texts.close}</button>
    </form>`
  }
  return markup`<form method="post" action="${action}" class="choice">
    ${window.offers.length === 0 ? markup`<p>${texts.empty}</p>` : ''}
    ${window.offers.map((offer, index) => renderOffer(offer, index, language))}
    <button class="button refuse">${texts.cancel}</button>
  </form>`
}

function renderOffer({ identity }: Offer, index: number, language: Language): Html {
  const { subject } = new X509Certificate(identity.certificate)
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject
  return markup`<button class="card pick" name="choice" value="${index}">
    <span class="avatar" aria-hidden="true">${name.charAt(0)}</span>
    <span><b>${name}</b> <span>${formatDay(identity.notAfter.toISOString(), language)}</span></span>
  </button>`
}
