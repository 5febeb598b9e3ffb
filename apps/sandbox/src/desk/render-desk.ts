import type { LoginFacts } from '../logins/describe-logins.ts'
import type { Mail } from '../mail/open-mailbox.ts'
import type { Person } from '../people/open-people.ts'
import type { Phone } from '../phone/open-phone.ts'
import type { Language } from './choose-language.ts'
import { PROVIDER_ACCOUNTS } from './list-accounts.ts'
import { LOGIN_TEXTS } from './login-texts.ts'
import { PHONE_SCRIPT } from './phone-script.ts'
import { PHONE_TEXTS } from './phone-texts.ts'
import { renderAccounts } from './render-accounts.ts'
import { renderAutofirma, type AutofirmaFacts } from './render-autofirma.ts'
import { renderLogins } from './render-logins.ts'
import { drawing, formatDay, formatMoment, renderPage } from './render-page.ts'
import { renderPhone } from './render-phone.ts'
import { TEXTS, type Texts } from './texts.ts'
import { markup, trusted, type Html } from './write-markup.ts'

interface PerAuthority {
  readonly root: string
  readonly ca: string
  readonly tsaCa: string
}

/** Addresses of the services, as `GET /sandbox.json` shows them. */
export interface DeskFacts extends PerAuthority, LoginFacts {
  readonly desk: string
  readonly crl: PerAuthority
  readonly ocsp: { readonly root: string; readonly ca: string }
  readonly tsa: string
  readonly est: { readonly url: string; readonly user: string; readonly password: string }
  readonly smtp: string
  readonly sms: { readonly url: string; readonly token: string }
  readonly csc: { readonly url: string; readonly clientId: string; readonly clientSecret: string }
  readonly uanataca: { readonly url: string }
  readonly validatedid: { readonly url: string }
  readonly redtrust: { readonly url: string }
  readonly nebula: { readonly url: string }
  readonly swisscom: { readonly url: string; readonly claimedIdentity: string }
  readonly ivnosys: { readonly url: string; readonly organisation: string }
  readonly autofirma: AutofirmaFacts
  readonly phone: string
  readonly people: string
  readonly inbox: string
}

export interface DeskView {
  readonly people: readonly Person[]
  /** What they log in to the portal with, if any portal has them. */
  readonly portalPassword: string | undefined
  readonly mails: readonly Mail[]
  readonly phone: Phone
  /** The time on the phone. */
  readonly now: number
  readonly facts: DeskFacts
  readonly language: Language
}

/** Character for character what the content policy's hash is about. */
const SCRIPT = trusted(`<script>${PHONE_SCRIPT}</script>`)

const KEY_KINDS = { rsa: 'RSA 2048', ec: 'EC P-256' } as const

/** The desk as a page. */
export function renderDesk(view: DeskView): string {
  const { people, portalPassword, mails, phone, now, facts, language } = view
  const texts = TEXTS[language]
  const phoneTexts = PHONE_TEXTS[language]
  const main = markup` <div class="hero">
      <h1>${texts.heading}</h1>
      <p>${texts.intro}</p>
      <div class="note">
        ${drawing('warning', 20)}
        <p>${texts.warning}</p>
      </div>
      ${renderJumps(language)}
    </div>
    <section aria-labelledby="people">
      <header>
        <h2 id="people">${texts.people}</h2>
        <p>${texts.peopleIntro}</p>
      </header>
      <ol class="steps">
        <li>${texts.stepDownload}</li>
        <li>${texts.stepUpload}</li>
        <li>${texts.stepSign}</li>
      </ol>
      <ul class="people">
        ${people.map((person) => renderPerson({ person, portalPassword }, texts, language))}
      </ul>
    </section>
    <section aria-labelledby="phone">
      <header>
        <h2 id="phone">${phoneTexts.phone}</h2>
        <p>${phoneTexts.phoneIntro}</p>
      </header>
      <p class="unseen" role="status" id="phone-status"></p>
      <div id="phone-live" tabindex="-1">${renderPhone(phone, language, now)}</div>
    </section>
    <section aria-labelledby="providers">
      <header>
        <h2 id="providers">${phoneTexts.providers}</h2>
        <p>${phoneTexts.providersIntro}</p>
      </header>
      <ul class="accounts">
        ${PROVIDER_ACCOUNTS.map((provider) => renderAccounts(provider, phoneTexts))}
      </ul>
    </section>
    ${renderAutofirma(facts.autofirma, language)} ${renderLogins(facts, language)}
    <section aria-labelledby="mailbox">
      <header>
        <h2 id="mailbox">${texts.mailbox}</h2>
        <p>${texts.mailboxIntro}</p>
      </header>
      <div class="card">${mails.length === 0 ? renderNoMail(texts) : renderMails(mails, texts, language)}</div>
    </section>
    ${renderServices(facts, texts)} ${SCRIPT}`
  return renderPage(language, `${texts.title} · Rúbrica SANDBOX`, main)
}

/** Links to the parts of the page, which is long on a phone. */
function renderJumps(language: Language): Html {
  const texts = TEXTS[language]
  const phoneTexts = PHONE_TEXTS[language]
  const parts = [
    ['people', texts.people],
    ['phone', phoneTexts.phone],
    ['providers', phoneTexts.providers],
    ['autofirma', 'Autofirma'],
    ['logins', LOGIN_TEXTS[language].logins],
    ['mailbox', texts.mailbox],
    ['services', texts.services],
  ] as const
  return markup`<nav class="jump" aria-label="${phoneTexts.jump}">
    ${parts.map(([id, name]) => markup`<a href="#${id}">${name}</a>`)}
  </nav>`
}

interface Demonstrator {
  readonly person: Person
  readonly portalPassword: string | undefined
}

function renderPerson({ person, portalPassword }: Demonstrator, texts: Texts, language: Language): Html {
  const initials = person.name
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0))
  return markup`<li class="card person">
    <div class="who">
      <span class="avatar" aria-hidden="true">${initials.join('')}</span>
      <div>
        <h3>${person.name}</h3>
        <p>${person.email}</p>
      </div>
    </div>
    <dl class="facts">
      ${portalPassword === undefined ? [] : renderLogin(person, portalPassword, texts)}
      <div>
        <dt>${texts.certificate}</dt>
        <dd>${KEY_KINDS[person.keyType]}</dd>
      </div>
      <div>
        <dt>${texts.validUntil}</dt>
        <dd>${formatDay(person.notAfter, language)}</dd>
      </div>
      <div class="pin">
        <dt>${texts.pin}</dt>
        <dd><code>${person.pin}</code></dd>
      </div>
    </dl>
    <a
      class="button"
      href="${person.p12}"
      download="${person.id}.p12"
      aria-label="${texts.download}: ${person.name}"
      >${drawing('download', 18)}${texts.download}</a
    >
  </li>`
}

function renderLogin(person: Person, password: string, texts: Texts): Html {
  return markup`<div>
      <dt>${texts.user}</dt>
      <dd><code>${person.id}</code></dd>
    </div>
    <div>
      <dt>${texts.password}</dt>
      <dd><code>${password}</code></dd>
    </div>`
}

function renderNoMail(texts: Texts): Html {
  return markup`<div class="empty">
    ${drawing('mail', 36)}<strong>${texts.mailboxEmpty}</strong>
    <p>${texts.mailboxEmptyHint}</p>
  </div>`
}

function renderMails(mails: readonly Mail[], texts: Texts, language: Language): Html {
  const rows = mails.map(
    (mail) =>
      markup`<li>
        <a href="/inbox/${mail.id}?lang=${language}">
          <b>${mail.subject || texts.noSubject}</b><time datetime="${mail.at}">${formatMoment(mail.at, language)}</time>
          <span>${texts.to} ${mail.to.join(', ')}</span>
        </a>
      </li>`,
  )
  return markup`<ul class="mails">
    ${rows}
  </ul>`
}

function renderServices(facts: DeskFacts, texts: Texts): Html {
  const link = (address: string): Html => markup`<a href="${address}"><code>${address}</code></a>`
  const text = (address: string): Html => markup`<code>${address}</code>`
  const { user, password, url } = facts.est
  const rows: [string, Html][] = [
    [texts.root, link(facts.root)],
    [texts.issuingCa, link(facts.ca)],
    [texts.tsaCa, link(facts.tsaCa)],
    [texts.tsa, text(facts.tsa)],
    [texts.ocsp, text(facts.ocsp.ca)],
    [texts.crl, link(facts.crl.ca)],
    [texts.est, markup`<code>${url}</code><br /><code>${user} / ${password}</code>`],
    [texts.smtp, text(facts.smtp)],
    ['SMS', markup`<code>${facts.sms.url}</code><br /><code>${facts.sms.token}</code>`],
    [
      'TrustPRO (CSC)',
      markup`<code>${facts.csc.url}</code><br /><code>${facts.csc.clientId} / ${facts.csc.clientSecret}</code>`,
    ],
    ['RedTrust', text(facts.redtrust.url)],
    ['Uanataca (SignCloud)', text(facts.uanataca.url)],
    ['ValidatedID (SignCloud)', text(facts.validatedid.url)],
    ['Nebula', text(facts.nebula.url)],
    ['Swisscom (AIS)', markup`<code>${facts.swisscom.url}</code><br /><code>${facts.swisscom.claimedIdentity}</code>`],
    ['Ivnosys (Keyman)', text(facts.ivnosys.url)],
  ]
  const row = ([name, where]: [string, Html]): Html =>
    markup`<div>
      <dt>${name}</dt>
      <dd>${where}</dd>
      <dd><span class="on">${texts.running}</span></dd>
    </div>`
  return markup`<section aria-labelledby="services">
    <header>
      <h2 id="services">${texts.services}</h2>
      <p>${texts.servicesIntro} <a href="/sandbox.json">sandbox.json</a>.</p>
    </header>
    <dl class="card services">${rows.map(row)}</dl>
  </section>`
}
