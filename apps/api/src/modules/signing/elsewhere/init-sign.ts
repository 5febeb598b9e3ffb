import { randomUUID } from 'node:crypto'
import { PortalError, type AccessMethod } from '@rubrica/domain'
import type { SignatureSessionOutcome } from '@rubrica/providers/connector'
import { ERRAND_MS, type Errand, type ReturnPages } from '../../errands.ts'
import { requireAccepted, whenAgreed, type RequireAccepted } from '../../accepted-disclaimer.ts'
import { askProvider } from '../../provider-errors.ts'
import {
  askHowFar,
  closeAtProvider,
  dataOf,
  endsIt,
  nextForPerson,
  type ErrandSignData,
  type ErrandSigning,
  type NextForPerson,
} from './errand-signing.ts'
import { keyReference, toBeSigned } from '../make/describe-signature.ts'
import { oneAfterAnother } from '../key/one-after-another.ts'
import { prepareCurrent, type MakeSignature } from '../make/make-signature.ts'
import type { BackFromLogin, SigningLogins } from './login-before-sign.ts'
import type { OpenedAccount, SigningPeople, SigningProviders, SigningTexts } from '../key/ports.ts'
import { requireHolder } from '../key/choose-certificate.ts'
import {
  requireErrandSignature,
  type ErrandSignature,
  type ErrandSignatureOrder,
  type RequireErrandSignature,
} from './require-errand-signature.ts'

export type InitSign = RequireErrandSignature &
  RequireAccepted &
  ErrandSigning &
  MakeSignature & {
    readonly logins: SigningLogins
    readonly providers: SigningProviders
    readonly people: SigningPeople
    readonly texts: SigningTexts
    readonly returnPages: Pick<ReturnPages, 'signed'>
  }

export interface InitOrder extends ErrandSignatureOrder {
  readonly pin?: string
  /** A log-in that the person has come back from. */
  readonly login?: BackFromLogin
  readonly accessMethod?: AccessMethod
  /** Digest of the disclaimer that the person has accepted. */
  readonly acceptedDisclaimer?: string
  /** Now, where it is left out. */
  readonly agreedAt?: Date
  /** Of a certificate that does not say whose it is, the name that the person has confirmed. */
  readonly confirmedHolder?: string
}

/**
 * Begins a signature for which the person may have to go elsewhere: everything is checked, every byte is fixed, and the
 * provider is asked what it wants of the person. Nothing is claimed, so that nobody is blocked while they are away.
 * Begun twice, it is the same one that is gone on with.
 * @throws {PortalError} of requireErrandSignature and requireAccepted, PROVIDER_NOT_AUTHORISED (a log-in is needed),
 * TRANSACTION_EXPIRED and
 *   TRANSACTION_REFUSED (of the log-in), what the provider says
 */
export async function initSign(needs: InitSign, order: InitOrder): Promise<NextForPerson> {
  const checked = await requireErrandSignature(needs, order)
  const signature = requireAccepted(whenAgreed(needs, order.agreedAt), checked.signature, order.acceptedDisclaimer)
  const found = { ...checked, signature }
  requireHolder(needs, found.certificate, order.confirmedHolder)
  // Two clicks are one signature.
  return oneAfterAnother(`${order.certType}:${order.signerId}`, () => beginOrGoOn(needs, order, found))
}

async function beginOrGoOn(needs: InitSign, order: InitOrder, found: ErrandSignature): Promise<NextForPerson> {
  const { userId, signerId } = order
  const { type: certType, id: certificateId } = found.certificate
  const key = { userId, certType, purpose: 'sign' as const, signerId }
  const living = await needs.errands.findLiving(key, needs.now())
  const isTheSame = living?.certificateId === certificateId && isOfLogin(living, order.login)
  if (order.login && !isTheSame)
    await needs.logins.finish({ userId, certType, signerId, certificateId, ...order.login })
  const opened = await needs.providers.open(userId, certType)
  const next = isTheSame ? await goOn(needs, opened, living) : undefined
  if (next) return next
  if (living && living.state !== 'finishing') await closeAtProvider(needs, opened, dataOf(living).session)
  return begin(needs, { order, found, opened })
}

/** A call that names the same log-in again goes on with what the log-in led to. */
const isOfLogin = (living: Errand, login: BackFromLogin | undefined): boolean =>
  login === undefined || dataOf(living).loginId === login.errandId

/** @returns undefined when what was begun has ended meanwhile */
async function goOn(needs: InitSign, opened: OpenedAccount, living: Errand): Promise<NextForPerson | undefined> {
  try {
    return nextForPerson(await askHowFar(needs, opened, living))
  } catch (error) {
    if (endsIt(error)) return undefined
    throw error
  }
}

interface Beginning {
  readonly order: InitOrder
  readonly found: ErrandSignature
  readonly opened: OpenedAccount
}

async function begin(needs: InitSign, beginning: Beginning): Promise<NextForPerson> {
  const { order, found, opened } = beginning
  const { signature, certificate } = found
  const { base, prepared } = await prepareCurrent(needs, found, 'remote')
  const id = randomUUID()
  const outcome = await openAtProvider(needs, { ...beginning, id, item: toBeSigned(prepared) })
  const createdAt = needs.now()
  const isOpen = outcome.kind === 'open'
  const errand = {
    ...{ id, userId: order.userId, certType: certificate.type, createdAt },
    purpose: 'sign' as const,
    signerId: signature.signerId,
    documentId: signature.documentId,
    certificateId: certificate.id,
    baseRevision: base.revision,
    state: isOpen ? ('confirmed' as const) : ('awaiting_person' as const),
    waitsFor: WAITS_FOR[outcome.kind],
    data: describe(outcome, beginning),
    expiresAt: new Date(createdAt.getTime() + ERRAND_MS),
  }
  if (!(await needs.errands.begin(errand))) {
    await closeAtProvider(needs, opened, outcome.state)
    throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document is just being signed')
  }
  await needs.reach('errand-begun')
  return nextForPerson({ ...errand, outcomeCode: null })
}

const WAITS_FOR = { open: 'pin', waiting: 'phone', redirect: 'second-factor' } as const
const ASKS = { open: 'NONE', waiting: 'MOBILE', redirect: 'REDIRECT' } as const

async function openAtProvider(
  needs: InitSign,
  { order, found, opened, id, item }: Beginning & { readonly id: string; readonly item: ReturnType<typeof toBeSigned> },
): Promise<SignatureSessionOutcome> {
  const { connector, account } = opened
  if (!connector.openSignatureSession)
    throw new PortalError('VALIDATION_FAILED', 'Certificates of this type sign another way')
  const person = await needs.people.contact(order.userId)
  return askProvider(() =>
    connector.openSignatureSession!(account, {
      key: keyReference(found.certificate),
      uses: 1,
      items: [item],
      inputs: { ...(order.pin !== undefined && { pin: order.pin }) },
      description: needs.texts.description(person?.language ?? '', 1),
      way: { returnUrl: needs.returnPages.signed(id) },
    }),
  )
}

function describe(outcome: SignatureSessionOutcome, { order, found }: Beginning): ErrandSignData {
  const { accessMethod, acceptChanges, confirmedHolder, login } = order
  const { acceptedDisclaimer } = found.signature
  return {
    session: outcome.state,
    asks: ASKS[outcome.kind],
    ...(outcome.kind === 'redirect' && { redirectUrl: outcome.url }),
    pinRequired: found.certificate.pinRequired,
    ...(accessMethod && { accessMethod }),
    ...(acceptChanges !== undefined && { acceptChanges }),
    ...(acceptedDisclaimer && { acceptedDisclaimer }),
    ...(confirmedHolder !== undefined && { confirmedHolder }),
    ...(login && { loginId: login.errandId }),
  }
}
