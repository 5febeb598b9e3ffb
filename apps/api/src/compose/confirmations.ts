/** What runs need of providers whose people confirm each document on a page or on their phone. */
import { PortalError } from '@rubrica/domain'
import { watchSignatures } from '../adapters/metrics/watch-signatures.ts'
import { dataOf } from '../modules/signing/elsewhere/errand-signing.ts'
import { completeSign } from '../modules/signing/elsewhere/complete-sign.ts'
import { initSign } from '../modules/signing/elsewhere/init-sign.ts'
import type { Errand, ErrandState, ErrandStore } from '../modules/errands.ts'
import { readConsent } from '../modules/on-demand/keep-consent.ts'
import { completeSignature, requestSignature, type SignOnDemand } from '../modules/on-demand/sign-on-demand.ts'
import type { BeginRun } from '../modules/signing/runs/begin-run.ts'
import type { ConfirmationOrder, Confirmations } from '../modules/signing/runs/confirming/ports.ts'
import type { ErrandSigningPorts } from '../http/routes/ivnosys.ts'
import type { CscPorts } from '../http/csc/csc-ports.ts'
import type { TrustedWork } from './archiving.ts'
import { composeErrands } from './errands.ts'
import { composeErrandSigning } from './errand-signing.ts'
import type { Foundation } from './foundation.ts'
import { composeOnDemand } from './on-demand.ts'
import type { SigningPorts } from './signing.ts'
import { composeAccounts } from './use-cases.ts'

export interface ConfirmationParts {
  readonly trusted: TrustedWork
  readonly signing: SigningPorts
  readonly csc: CscPorts
}

export type ConfirmingParts = Pick<BeginRun, 'requireOnDemand' | 'providerWay'> & {
  readonly confirmations: Confirmations
}

export function composeConfirmations(
  foundation: Foundation,
  { trusted, signing, csc }: ConfirmationParts,
): ConfirmingParts {
  const onDemandWith = ({ reach }: Pick<SigningPorts, 'reach'>) =>
    composeOnDemand(foundation, { ...signing, reach }, { trust: trusted.trust, store: csc.store })
  const { returnPages } = composeErrands(foundation)
  const errands = {
    ...composeErrandSigning(foundation, composeAccounts(foundation), signing),
    // The page stands in a tab of its own.
    returnPages: { signed: () => returnPages.confirmed() },
  }
  const of = ({ certificateId }: Pick<ConfirmationOrder, 'certificateId'>, { reach }: Pick<SigningPorts, 'reach'>) =>
    certificateId === undefined
      ? onDemandConfirmations(onDemandWith({ reach }))
      : errandConfirmations({ ...errands, reach })
  const watched = watchSignatures({ metrics: foundation.metrics, reach: signing.reach })
  return {
    requireOnDemand: async (userId, certType) => void (await onDemandWith(signing).providers.open(userId, certType)),
    providerWay: (certType) => foundation.providers.find(certType)?.manifest.way,
    confirmations: {
      ask: (order) => of(order, signing).ask(order),
      complete: (order) =>
        watched(
          'run',
          (reach) => of(order, { reach }).complete(order),
          (isSigned) => isSigned,
        ),
      isOpen: async (userId, errandId) =>
        OPEN.includes((await errands.errands.find(userId, errandId))?.state ?? 'failed'),
      pageOf: (userId, errandId) => pageOf(errands.errands, userId, errandId),
    },
  }
}

const OPEN: readonly ErrandState[] = ['awaiting_person', 'confirmed', 'finishing', 'done']

/** A certificate is made for each signature. */
const onDemandConfirmations = (ports: SignOnDemand): Pick<Confirmations, 'ask' | 'complete'> => ({
  ask: async (order) => (await requestSignature(ports, order)).requestId,
  complete: async ({ errandId: requestId, ...order }) => {
    try {
      await completeSignature(ports, { ...order, requestId, once: true })
      return true
    } catch (error) {
      if (error instanceof PortalError && error.code === 'CONSENT_PENDING') return false
      throw error
    }
  },
})

/** The certificate is there, and its provider sends the person to a page or to their phone. */
const errandConfirmations = (ports: ErrandSigningPorts): Pick<Confirmations, 'ask' | 'complete'> => ({
  ask: async (order) => (await initSign(ports, { ...order, certificateId: order.certificateId! })).errandId,
  complete: async (order) => {
    const { userId, errandId, certificateId } = order
    try {
      return (await completeSign(ports, { ...order, certificateId: certificateId! })) === undefined
    } catch (error) {
      const isRefusal = error instanceof PortalError && error.code === 'TRANSACTION_REFUSED'
      // Who has not come to the end of the page yet may still do so.
      if (isRefusal && (await ports.errands.find(userId, errandId))?.state === 'awaiting_person') return false
      throw error
    }
  },
})

/** A request that is being asked about at this moment waits for its person still. */
async function pageOf(errands: ErrandStore, userId: string, errandId: string): Promise<string | null> {
  const errand = await errands.find(userId, errandId)
  if (!errand || errand.state === 'failed') return null
  if (errand.waitsFor !== 'consent') return errand.state === 'awaiting_person' ? pageOfErrand(errand) : null
  const { asked, signed } = readConsent(errand.data)
  return signed ? null : (asked?.consentUrl ?? null)
}

const pageOfErrand = (errand: Errand) => dataOf(errand).redirectUrl ?? null
