import { MICROSOFT_TENANT, type LoginFacts } from '../logins/describe-logins.ts'
import type { Language } from './choose-language.ts'
import { LOGIN_TEXTS } from './login-texts.ts'
import { markup, type Html } from './write-markup.ts'

/** The providers through which people log in, each as a card with what a portal must know of it. */
export function renderLogins(facts: LoginFacts, language: Language): Html {
  const texts = LOGIN_TEXTS[language]
  const { google, microsoft, wallet, oidc, saml } = facts
  const cards: [string, [string, string][]][] = [
    ['Google', describeIssuer(google, texts.issuer)],
    ['Microsoft', [...describeIssuer(microsoft, texts.issuer), ['Tenant', MICROSOFT_TENANT]]],
    [texts.wallet, describeIssuer(wallet, texts.issuer)],
    [oidc.name, describeIssuer(oidc, texts.issuer)],
    [
      'SAML',
      [
        [texts.entityId, saml.issuer],
        [texts.mailsOf, saml.domain],
        [texts.mailToType, `ana@${saml.domain}`],
      ],
    ],
  ]
  return markup`<section aria-labelledby="logins">
    <header>
      <h2 id="logins">${texts.logins}</h2>
      <p>${texts.loginsIntro}</p>
    </header>
    <ul class="accounts">
      ${cards.map(([name, rows]) => renderCard(name, rows))}
    </ul>
  </section>`
}

type Issuer = LoginFacts['google']

const describeIssuer = ({ issuer, clientId }: Issuer, label: string): [string, string][] => [
  [label, issuer],
  ['Client ID', clientId],
]

function renderCard(name: string, rows: readonly [string, string][]): Html {
  const facts = rows.map(
    ([label, value]) =>
      markup`<div>
        <dt>${label}</dt>
        <dd><code>${value}</code></dd>
      </div>`,
  )
  return markup`<li class="card account">
    <h3>${name}</h3>
    <dl class="facts login">${facts}</dl>
  </li>`
}
