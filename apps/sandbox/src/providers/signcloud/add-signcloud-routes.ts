import { X509Certificate } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../../inject-faults.ts'
import type { ProviderKey } from '../open-provider-keys.ts'
import { PROVIDER_PASSWORD, type ProviderDesk } from '../provider-desk.ts'
import { createAccounts, readText, type Body } from './check-account.ts'
import { createSigners, type Signers } from './check-signer.ts'
import { checkMechanism, signRsa } from './sign-rsa.ts'
import { internalError, invalidCredentials, missingParameter, SignCloudError, tokenRefusal } from './signcloud-error.ts'
import { KEY_ID, type SignCloudInstance, type SignCloudToken } from './signcloud-tokens.ts'

const MAX_USES = 10_000
const PUBLIC_KEY = 3
const CERTIFICATE = 4
/** Whom signatures may be billed to; a request may leave that out. */
const BILLING_USER = 'rubrica'

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

interface Service {
  readonly desk: ProviderDesk
  readonly signers: Signers
  readonly openKey: (token: SignCloudToken) => Promise<ProviderKey>
}

interface Call {
  readonly token: SignCloudToken
  readonly body: Body
  readonly fault: Fault | undefined
}

type Resource = (service: Service, call: Call) => unknown

/** One instance of the SignCloud service, for those who sell its certificates under their own name. */
export function addSignCloudRoutes(instance: SignCloudInstance, name: string) {
  return (app: FastifyInstance, desk: ProviderDesk): void => {
    const accounts = createAccounts(desk.clock)
    const signers = createSigners(desk, name)
    const openKey = ({ keyPlan }: SignCloudToken) => desk.keys.open({ ...keyPlan, provider: instance })
    desk.onReset(() => [accounts, signers].forEach((one) => one.clear()))
    app.setErrorHandler(sendRefusal)
    for (const [operation, work] of Object.entries(RESOURCES)) {
      const config = { fault: { service: 'signcloud' as const, operation } }
      app.post(`/signcloud/${instance}/api/${operation}`, { config }, async ({ body: sent, fault }) => {
        const body = typeof sent === 'object' && sent !== null ? (sent as Body) : {}
        const token = accounts.open(body)
        if (fault?.kind === 'expired-session') throw invalidCredentials()
        return { result: await work({ desk, signers, openKey }, { token, body, fault }), error: null }
      })
    }
  }
}

const RESOURCES: Readonly<Record<string, Resource>> = {
  token_info: describeToken,
  get_objects: listObjects,
  verify_pin: verifyPin,
  generate_otp: generateCode,
  sign_rsa: sign,
}

function describeToken({ signers }: Service, { token }: Call) {
  const { qualified, identifier } = token
  const label = token.keyPlan.person.name.toUpperCase()
  return { label, qualified, pin_counter: signers.pinTriesLeft(token), puk_counter: 3, identifier, webunlock: false }
}

/** The public key and the certificate of the key, and the certificates of the authorities above it. */
async function listObjects({ openKey }: Service, { token, body }: Call) {
  const { type = null, identifier = null } = body
  const { chain } = await openKey(token)
  const ids = [KEY_ID, 'CA0', 'CA1']
  const certificates = chain.map((data, index) => describeObject(ids[index] ?? '', CERTIFICATE, data))
  const publicKey = new X509Certificate(chain[0] ?? new Uint8Array()).publicKey.export({ type: 'spki', format: 'der' })
  const objects = [describeObject(KEY_ID, PUBLIC_KEY, publicKey), ...certificates]
  const wanted = (choice: unknown, value: unknown) => choice === null || choice === 'null' || choice === value
  return objects.filter((one) => wanted(type, one.type) && wanted(identifier, one.ckaid))
}

const describeObject = (ckaid: string, type: number, data: Uint8Array) => ({
  data: Buffer.from(data).toString('base64'),
  type,
  ckaid,
  label: `${ckaid}_${type === PUBLIC_KEY ? 'PublicKey' : 'Certificate'}`,
})

function verifyPin({ signers }: Service, { token, body }: Call): boolean {
  signers.checkPin(token, readText(body, 'pin'))
  return true
}

function generateCode({ signers }: Service, { token, body }: Call) {
  const { uses = 1 } = body
  if (!token.qualified) throw internalError('This identity needs no otp')
  if (!Number.isInteger(uses) || (uses as number) < 1 || (uses as number) > MAX_USES) {
    throw internalError(`'USES' must be between 1 and ${MAX_USES}`)
  }
  signers.sendCode(token, uses as number)
  const { qualified, phone, identifier } = token
  return { identifier, additional_data: { max_uses: MAX_USES, qualified, number: phone, webunlock: false } }
}

/** Checks everything else before the PIN, and the PIN before the code: a slip costs no try and no use. */
async function sign({ desk, signers, openKey }: Service, { token, body, fault }: Call): Promise<unknown> {
  const pin = readText(body, 'pin')
  const mechanism = readText(body, 'mechanism')
  const plaintext = readText(body, 'plaintext')
  const identifier = readText(body, 'identifier')
  checkBilling(body)
  checkMechanism(mechanism)
  if (identifier !== KEY_ID) throw internalError(`Identifier ${identifier.slice(0, 40)} is not supported`)
  if (!BASE64.test(plaintext)) throw internalError('Incorrect padding')
  const key = await openKey(token)
  signers.checkPin(token, pin)
  if (key.notAfter.getTime() < desk.clock.now()) throw tokenRefusal('Certificate expired')
  signers.useCode(token, body.otp)
  const order = { key, mechanism, plaintext: Buffer.from(plaintext, 'base64'), fault }
  return miscount(signRsa(desk.keys, order).toString('base64'), fault)
}

/** The protocol signs one thing at a time: fewer than one is none, and twice as many is a list. */
function miscount(signature: string, fault: Fault | undefined): unknown {
  if (fault?.kind === 'fewer') return ''
  if (fault?.kind === 'twice') return [signature, signature]
  return signature
}

function checkBilling(body: Body): void {
  if (body.billing_username === undefined && body.billing_password === undefined) return
  if (body.billing_username === undefined) throw missingParameter('billing_username')
  if (body.billing_username !== BILLING_USER || body.billing_password !== PROVIDER_PASSWORD) {
    throw internalError('Invalid billing credentials')
  }
}

/** Every refusal in the service's envelope. */
function sendRefusal(
  error: FastifyError | SignCloudError,
  _request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof SignCloudError) {
    const { status, message: msg, errorCode: error_code, details } = error
    return reply.code(status).send({ result: null, error: { msg, code: status, error_code, details } })
  }
  const isOurs = error.statusCode === undefined || error.statusCode >= 500
  if (isOurs) process.stderr.write(`${error.stack ?? error.message}\n`)
  const status = isOurs ? 500 : (error.statusCode ?? 400)
  const msg = isOurs ? 'Internal Server Error' : 'Bad Request'
  return reply.code(status).send({ result: null, error: { msg, code: status, error_code: 100, details: '' } })
}
