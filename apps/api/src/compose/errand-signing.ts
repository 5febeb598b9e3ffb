/** Signatures for which a provider sends people to its pages. */
import { composeErrands } from './errands.ts'
import type { Foundation } from './foundation.ts'
import type { SigningPorts } from './signing.ts'
import type { ErrandSigningPorts } from '../http/routes/ivnosys.ts'
import type { AccountPorts } from '../http/routes/provider-accounts.ts'
import { beginLogin, finishLogin } from '../modules/provider-accounts/log-in-before-signing.ts'

export const composeErrandSigning = (
  foundation: Foundation,
  accounts: AccountPorts,
  signing: SigningPorts,
): ErrandSigningPorts => ({
  ...signing,
  ...composeErrands(foundation),
  logins: {
    begin: (login) => beginLogin(accounts, login),
    finish: (login) => finishLogin(accounts, login),
  },
})
