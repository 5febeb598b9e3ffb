import { PROVIDER_PASSWORD } from '../providers/provider-desk.ts'
import type { AccountEntry, ProviderAccounts } from './list-accounts.ts'
import type { PhoneTexts } from './phone-texts.ts'
import { markup, type Html } from './write-markup.ts'

/** One provider's accounts as a card: how to log in, who may, and what the certificates ask for. */
export function renderAccounts(provider: ProviderAccounts, texts: PhoneTexts): Html {
  const { name, field, hint, users, certificates } = provider
  if (hint !== undefined)
    return markup`<li class="card account"><h3>${name}</h3><p class="quiet">${texts[hint]}</p></li>`
  const fact = (label: string, value: string): Html =>
    markup`<div>
      <dt>${label}</dt>
      <dd><code>${value}</code></dd>
    </div>`
  return markup`<li class="card account">
    <h3>${name}</h3>
    <dl class="facts">
      ${fact(texts.password, PROVIDER_PASSWORD)}${field === undefined ? '' : fact(texts[field.label], field.value)}
    </dl>
    <h4>${texts.users}</h4>
    ${renderEntries(users, texts)}
    ${certificates.length === 0 ? '' : markup`<h4>${texts.certificates}</h4>${renderEntries(certificates, texts)}`}
  </li>`
}

function renderEntries(entries: readonly AccountEntry[], texts: PhoneTexts): Html {
  const rows = entries.map(({ name, pin, needs }) => {
    const says = needs.map((need) => texts[need]).join(', ')
    const number = pin === undefined ? '' : markup`${texts.pin} <code>${pin}</code>`
    return markup`<li><code>${name}</code><span>${number}${pin !== undefined && says !== '' ? ' · ' : ''}${says}</span></li>`
  })
  return markup`<ul class="entries">
    ${rows}
  </ul>`
}
