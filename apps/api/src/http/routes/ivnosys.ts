import { linkAfterErrand } from '../../modules/provider-accounts/link-after-errand.ts'
import type { NextForPerson } from '../../modules/signing/elsewhere/errand-signing.ts'
import { completeSign, type CompleteSign } from '../../modules/signing/elsewhere/complete-sign.ts'
import { initSign, type InitSign } from '../../modules/signing/elsewhere/init-sign.ts'
import { loginBeforeSign, type LoginBeforeSign } from '../../modules/signing/elsewhere/login-before-sign.ts'
import { actingAs } from '../bind/admit-caller.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'
import { fieldRefusal } from '../bind/validate-input.ts'
import type { AccountPorts } from './provider-accounts.ts'

type IvnosysCalls = 'authoriseTransaction' | 'initSign' | 'completeSign' | 'loginBeforeSign'

/** As the manifest of these paths' provider says. */
const TYPE = 'Ivnosys'

export type ErrandSigningPorts = InitSign & CompleteSign & LoginBeforeSign

export function ivnosysHandlers(accounts: AccountPorts, signing: ErrandSigningPorts): Pick<Handlers, IvnosysCalls> {
  return {
    authoriseTransaction: async ({ caller, body }) => {
      const request = { userId: caller.userId, certType: TYPE, errandId: body.TransactionGuid }
      await linkAfterErrand(accounts, request)
      return null
    },
    initSign: async ({ caller, params, body }) => {
      const login = readLogin(body)
      return toAnswer(
        await initSign(signing, {
          ...actingAs(caller),
          signerId: params.signerGuid,
          certType: TYPE,
          certificateId: body.CertGUID,
          acceptChanges: body.AcceptChanges,
          acceptedDisclaimer: body.AcceptedDisclaimer,
          confirmedHolder: body.ConfirmedHolder,
          accessMethod: body.AccessMethod,
          pin: body.Pin || undefined,
          login,
        }),
      )
    },
    completeSign: async ({ caller, params, headers, body }) => {
      const next = await completeSign(signing, {
        ...actingAs(caller),
        signerId: params.signerGuid,
        certType: TYPE,
        errandId: params.transactionId,
        certificateId: body.CertGUID,
        pin: body.PIN || undefined,
        accessMethod: body.AccessMethod,
        attemptKey: headers['idempotency-key'],
      })
      return next ? waiting(next) : null
    },
    loginBeforeSign: async ({ caller, params, body }) => {
      const order = { ...actingAs(caller), signerId: params.signerGuid, certType: TYPE }
      const { url, token } = await loginBeforeSign(signing, { ...order, certificateId: body.CertGUID })
      return { RedirectUrl: url, Token: token }
    },
  }
}

interface LoginFields {
  readonly Token?: string | undefined
  readonly TransactionId?: string | undefined
  readonly mfa?: boolean | undefined
}

/** A log-in that the person came back from; half of one is a mistake. */
function readLogin({ Token: token, TransactionId: errandId, mfa }: LoginFields) {
  if (mfa !== true && token === undefined && errandId === undefined) return undefined
  if (token === undefined || token === '') throw fieldRefusal('body.Token', 'is missing')
  if (errandId === undefined) throw fieldRefusal('body.TransactionId', 'is missing')
  return { token, errandId }
}

const toAnswer = ({ errandId, authType, redirectUrl }: NextForPerson) => ({
  TransactionId: errandId,
  AuthType: authType,
  ...(redirectUrl !== undefined && { RedirectUrl: redirectUrl }),
})

const waiting = ({ errandId, authType }: NextForPerson) =>
  new Answer(
    202,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    JSON.stringify({ TransactionId: errandId, AuthType: authType }),
  )
