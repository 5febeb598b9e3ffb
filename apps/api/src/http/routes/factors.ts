import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  type AddFactor,
  type NewFactor,
} from '../../modules/factors/add-factor.ts'
import { askForFactor, confirmFactor } from '../../modules/factors/confirm-factor.ts'
import { forgetDevice, listFactors, removePasskey, removeTotp } from '../../modules/factors/keep-factors.ts'
import { askForPasskey, logInWithPasskey } from '../../modules/factors/log-in-with-passkey.ts'
import type { Passkey } from '../../modules/factors/ports.ts'
import { makeCodesAnew } from '../../modules/factors/recovery-codes.ts'
import type { IssuedToken } from '../../modules/sessions/ports.ts'
import { Answer, type Handlers } from '../bind/call-types.ts'
import { readDeviceCookie, writeDeviceCookie } from './browser-cookie.ts'

type FactorCalls =
  | 'factors'
  | 'askFactor'
  | 'confirmFactor'
  | 'beginTotp'
  | 'addTotp'
  | 'removeTotp'
  | 'beginPasskey'
  | 'addPasskey'
  | 'removePasskey'
  | 'makeRecoveryCodes'
  | 'forgetDevice'
  | 'askPasskey'
  | 'passkeyLogin'

export interface FactorRoutePorts extends AddFactor {
  readonly place: { readonly publicUrl: string }
  /** By which an authenticator knows a person. */
  readonly handleOf: (userId: string) => string
}

const toAnswer = ({ token, expiresInSeconds }: IssuedToken) => ({
  access_token: token,
  token_type: 'bearer' as const,
  expires_in: expiresInSeconds,
})

const toAdded = ({ token, recoveryCodes }: NewFactor) => ({
  RecoveryCodes: recoveryCodes && [...recoveryCodes],
  Token: toAnswer(token),
})

const toCredential = ({ credentialId, transports }: Passkey) => ({
  ...{ id: credentialId, type: 'public-key' },
  ...(transports.length > 0 && { transports: [...transports] }),
})

interface Request {
  readonly challenge: string
  readonly rpId: string
  readonly timeout: number
}

const toRequest = ({ challenge, rpId, timeout }: Request) => ({
  ...{ challenge, rpId, timeout },
  userVerification: 'required' as const,
})

/** EdDSA, ES256 and RS256: what authenticators have (COSE, RFC 9053). */
const ALGORITHMS = [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg }))

const toCreation = (
  { challenge, party, own, timeout, user }: Awaited<ReturnType<typeof beginPasskey>>,
  handleOf: FactorRoutePorts['handleOf'],
) => ({
  challenge,
  rp: { id: party.id, name: party.name },
  user: { id: handleOf(user.id), name: user.loginName, displayName: user.name },
  pubKeyCredParams: ALGORITHMS,
  timeout,
  attestation: 'none' as const,
  // It has to be found without a name, and to stand for both factors.
  authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
  excludeCredentials: own.map(toCredential),
})

const instant = (date: Date | null) => date?.toISOString() ?? null

export function factorHandlers(ports: FactorRoutePorts): Pick<Handlers, FactorCalls> {
  return { ...handlersOfProof(ports), ...handlersOfSetup(ports), ...handlersOfKeeping(ports) }
}

type ProofCalls = 'askFactor' | 'confirmFactor' | 'askPasskey' | 'passkeyLogin'

function handlersOfProof(ports: FactorRoutePorts): Pick<Handlers, ProofCalls> {
  return {
    askFactor: async ({ caller, origin }) => {
      const { standing, mustEnrol, mayAddPasskey, request } = await askForFactor(ports, caller, origin)
      return {
        Passkey: request && { ...toRequest(request), allowCredentials: request.allowed.map(toCredential) },
        HasTotp: standing.hasTotp,
        RecoveryCodes: standing.recoveryCodes,
        MustEnrol: mustEnrol,
        MayAddPasskey: mayAddPasskey,
      }
    },
    confirmFactor: async ({ caller, body, cookie }) => {
      const isTls = ports.place.publicUrl.startsWith('https:')
      const { token, device } = await confirmFactor(ports, caller, {
        ...{ code: body.Code, recoveryCode: body.RecoveryCode, assertion: body.Assertion },
        browser: { name: body.RememberAs, secret: readDeviceCookie(cookie, isTls) },
      })
      if (device === undefined) return toAnswer(token)
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'set-cookie': writeDeviceCookie(device, isTls),
      }
      return new Answer(200, headers, JSON.stringify(toAnswer(token)))
    },
    askPasskey: async ({ origin }) => toRequest(await askForPasskey(ports, origin)),
    passkeyLogin: async ({ body }) => toAnswer(await logInWithPasskey(ports, body.Assertion)),
  }
}

type SetupCalls = 'beginTotp' | 'addTotp' | 'beginPasskey' | 'addPasskey' | 'makeRecoveryCodes'

function handlersOfSetup(ports: FactorRoutePorts): Pick<Handlers, SetupCalls> {
  return {
    beginTotp: async ({ caller, body }) => {
      const { secret, address } = await beginTotp(ports, caller, body?.CurrentPassword)
      return { Secret: secret, Address: address }
    },
    addTotp: async ({ caller, body }) => toAdded(await addTotp(ports, caller, body.Code)),
    beginPasskey: async ({ caller, origin: pageOrigin, body }) => {
      const wish = { pageOrigin, currentPassword: body?.CurrentPassword }
      return toCreation(await beginPasskey(ports, caller, wish), (id) => ports.handleOf(id))
    },
    addPasskey: async ({ caller, body }) =>
      toAdded(await addPasskey(ports, caller, { name: body.Name, attestation: body.Attestation })),
    makeRecoveryCodes: async ({ caller }) => ({ RecoveryCodes: [...(await makeCodesAnew(ports, caller.userId))] }),
  }
}

type KeepingCalls = 'factors' | 'removeTotp' | 'removePasskey' | 'forgetDevice'

function handlersOfKeeping(ports: FactorRoutePorts): Pick<Handlers, KeepingCalls> {
  return {
    factors: async ({ caller }) => {
      const { standing, totp, passkeys, devices } = await listFactors(ports, caller.userId)
      return {
        IsDemanded: standing.isDemanded,
        Totp: totp ? { AddedAt: totp.addedAt.toISOString(), LastUsedAt: instant(totp.lastUsedAt) } : null,
        Passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
          ...{ Guid: id, Name: name, AddedAt: addedAt.toISOString(), LastUsedAt: instant(lastUsedAt) },
        })),
        RecoveryCodes: standing.recoveryCodes,
        Devices: devices.map(({ id, name, rememberedAt, lastUsedAt, expiresAt }) => ({
          ...{ Guid: id, Name: name, RememberedAt: rememberedAt.toISOString(), LastUsedAt: instant(lastUsedAt) },
          ExpiresAt: expiresAt.toISOString(),
        })),
      }
    },
    removeTotp: async ({ caller }) => {
      await removeTotp(ports, caller.userId)
      return null
    },
    removePasskey: async ({ caller, params }) => {
      await removePasskey(ports, caller.userId, params.factorGuid)
      return null
    },
    forgetDevice: async ({ caller, params }) => {
      await forgetDevice(ports, caller.userId, params.factorGuid)
      return null
    },
  }
}
