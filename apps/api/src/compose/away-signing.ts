/** Signatures for which a provider sends people to its pages. */
import { composeAway } from './away.ts'
import type { Foundation } from './foundation.ts'
import type { SigningPorts } from './signing.ts'
import type { AwaySigningPorts } from '../http/routes/ivnosys.ts'
import type { AccountPorts } from '../http/routes/provider-accounts.ts'
import { beginLogin, finishLogin } from '../modules/provider-accounts/log-in-before-signing.ts'

export const composeAwaySigning = (
  foundation: Foundation,
  accounts: AccountPorts,
  signing: SigningPorts,
): AwaySigningPorts => ({
  ...signing,
  ...composeAway(foundation),
  logins: {
    begin: (login) => beginLogin(accounts, login),
    finish: (login) => finishLogin(accounts, login),
  },
})
