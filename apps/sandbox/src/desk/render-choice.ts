import { isStranger, LOGIN_ACCOUNTS, type LoginAccount } from '../logins/login-accounts.ts'
import type { Language } from './choose-language.ts'
import { LOGIN_TEXTS, type LoginTexts } from './login-texts.ts'
import { renderPage } from './render-page.ts'
import { markup, type Html } from './write-markup.ts'

export interface Choice {
  /** Name of the provider that asks. */
  readonly provider: string
  /** Where the answer goes in the end. */
  readonly returnAddress: string
  readonly language: Language
}

/** The page on which somebody chooses as whom to log in, instead of typing a password. It works without scripts. */
export function renderChoice({ provider, returnAddress, language }: Choice): string {
  const texts = LOGIN_TEXTS[language]
  const main = markup`<div class="hero">
      <h1>${texts.choose}</h1>
      <p><strong>${provider}</strong> · ${texts.answerGoesTo} <code>${new URL(returnAddress).origin}</code></p>
    </div>
    <form method="post" class="choice">
      ${LOGIN_ACCOUNTS.map((account) => renderAccount(account, texts))}
      <button class="button refuse" name="account" value="refuse">${texts.refuse}</button>
    </form>`
  return renderPage(language, `${provider} · Rúbrica SANDBOX`, main)
}

function renderAccount(account: LoginAccount, texts: LoginTexts): Html {
  const says = isStranger(account) ? texts.stranger : account.email
  return markup`<button class="card pick" name="account" value="${account.id}">
    <span class="avatar" aria-hidden="true">${account.name.charAt(0)}</span>
    <span><b>${account.name}</b> <span>${says}</span></span>
  </button>`
}
