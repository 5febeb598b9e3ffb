import { AUTOFIRMA_TEXTS } from './autofirma-texts.ts'
import type { Language } from './choose-language.ts'
import { markup, type Html } from './write-markup.ts'

/** Where the stand-in of the application on the PC is found. */
export interface AutofirmaFacts {
  /** What starts it, as the portal is told with AUTOFIRMA_LAUNCHER_URL. */
  readonly launcher: string
  readonly root: string
  readonly windows: string
}

/** How to sign with a certificate of the PC without having the application. */
export function renderAutofirma({ launcher, root, windows }: AutofirmaFacts, language: Language): Html {
  const texts = AUTOFIRMA_TEXTS[language]
  return markup`<section aria-labelledby="autofirma">
    <header>
      <h2 id="autofirma">${texts.heading}</h2>
      <p>${texts.how}</p>
    </header>
    <ul class="accounts">
      <li class="card account">
        <dl class="facts login">
          <div>
            <dt><code>AUTOFIRMA_LAUNCHER_URL</code></dt>
            <dd><code>${launcher}</code></dd>
          </div>
          <div>
            <dt>${texts.root}</dt>
            <dd><a href="${root}"><code>${root}</code></a></dd>
          </div>
          <div>
            <dt>${texts.windows}</dt>
            <dd><a href="${windows}?lang=${language}"><code>${windows}</code></a></dd>
          </div>
        </dl>
      </li>
    </ul>
  </section>`
}
