/** The calls that sign, each followed through its steps, with what belongs to them. */
import { isSameCertificateType } from '@rubrica/domain'
import { watchSignatures } from '../adapters/metrics/watch-signatures.ts'
import type { Precedence } from '../adapters/precedence.ts'
import { Answer, type Handlers } from '../http/bind/call-types.ts'
import type { CscPorts } from '../http/csc/csc-ports.ts'
import { guestHandlers } from '../http/routes/guests.ts'
import { ivnosysHandlers } from '../http/routes/ivnosys.ts'
import { localSignatureHandlers } from '../http/routes/local-signature.ts'
import type { AccountPorts } from '../http/routes/provider-accounts.ts'
import { signingHandlers } from '../http/routes/signing.ts'
import { swisscomHandlers } from '../http/routes/swisscom.ts'
import type { CompleteLocalSignature } from '../modules/signing/elsewhere/complete-local-signature.ts'
import type { Failpoint } from '../ports/failpoints.ts'
import type { TrustedWork } from './archiving.ts'
import { composeErrandSigning } from './errand-signing.ts'
import type { Foundation } from './foundation.ts'
import { composeGuestSigning, type composeInvitations } from './guests.ts'
import { composeOnDemand } from './on-demand.ts'
import type { SigningPorts } from './signing.ts'

export interface SigningCallParts {
  readonly foundation: Foundation
  readonly trusted: TrustedWork
  readonly signing: SigningPorts
  readonly csc: CscPorts
  readonly accounts: AccountPorts
  readonly invitations: ReturnType<typeof composeInvitations>
  readonly local: CompleteLocalSignature
}

const VAULT_TYPE = 'keyvault'

export function signingCalls(parts: SigningCallParts, precedence: Precedence) {
  const { foundation, trusted, signing, csc, accounts, invitations, local } = parts
  const guests = composeGuestSigning(foundation, signing)
  const errands = composeErrandSigning(foundation, accounts, signing)
  const beside = { trust: trusted.trust, store: csc.store }
  // What asks for a consent is bound to its steps when it is composed.
  const onDemand = ({ reach }: Pick<SigningPorts, 'reach'>) =>
    swisscomHandlers(composeOnDemand(foundation, { ...signing, reach }, beside))
  return precedence.over({
    ...guestHandlers(invitations, guests),
    ...signingHandlers(signing, csc),
    ...onDemand(signing),
    ...ivnosysHandlers(accounts, errands),
    ...localSignatureHandlers(local),
    ...watchedCalls(parts, { guests, errands, onDemand }),
  })
}

interface Composed {
  readonly guests: ReturnType<typeof composeGuestSigning>
  readonly errands: ReturnType<typeof composeErrandSigning>
  readonly onDemand: (steps: Pick<SigningPorts, 'reach'>) => ReturnType<typeof swisscomHandlers>
}

type WatchedCalls = Pick<
  Handlers,
  'sign' | 'signAsGuest' | 'signByEmail' | 'completeSwisscom' | 'completeSign' | 'completeLocalSignature'
>

/** The same handlers, made for each call, so that its steps are told apart from those of others. */
function watchedCalls(parts: SigningCallParts, { guests, errands, onDemand }: Composed): WatchedCalls {
  const { foundation, signing, csc, accounts, invitations, local } = parts
  const { metrics, tracing } = foundation
  const reach: Failpoint = (step) => {
    tracing?.reached(step)
    return signing.reach(step)
  }
  const watched = watchSignatures({ metrics, reach })
  return {
    sign: (call) => {
      const way = isSameCertificateType(call.params.type, VAULT_TYPE) ? 'vault' : 'provider'
      return watched(way, (reach) => signingHandlers({ ...signing, reach }, csc).sign(call))
    },
    signAsGuest: (call) =>
      watched('guest', (reach) => guestHandlers(invitations, { ...guests, reach }).signAsGuest(call)),
    signByEmail: (call) =>
      watched('guest', (reach) => guestHandlers(invitations, { ...guests, reach }).signByEmail(call)),
    completeSwisscom: (call) => watched('on-demand', (reach) => onDemand({ reach }).completeSwisscom(call)),
    completeSign: (call) =>
      watched(
        'errand',
        (reach) => ivnosysHandlers(accounts, { ...errands, reach }).completeSign(call),
        // The person has yet to do something.
        (answer) => !(answer instanceof Answer),
      ),
    completeLocalSignature: (call) =>
      watched('local', (reach) => localSignatureHandlers({ ...local, reach }).completeLocalSignature(call)),
  }
}
