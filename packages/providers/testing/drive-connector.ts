import { createHash, randomBytes, verify, X509Certificate, type KeyObject } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import {
  ProviderError,
  type Account,
  type Connector,
  type ConnectorState,
  type Inputs,
  type KeyReference,
  type LinkOutcome,
  type LinkWay,
  type ProviderErrorCode,
  type RemoteCertificate,
  type SignatureSessionOutcome,
  type SignRequest,
  type ToBeSigned,
} from '../src/connector.ts'
import type { ConformancePlan, TestAccount, Way } from './conformance-plan.ts'
import { Steering } from './steer-stand-in.ts'

/** Long enough for a busy machine: faults that hang are tried with a shorter limit. */
const PATIENT_MS = 15_000
const MOST_STEPS = 5
/** A page of the portal: stand-ins lead back to this machine only. */
/** Where the provider leads back to. */
export const LINK_WAY: LinkWay = {
  returnUrl: 'http://127.0.0.1:1/back?transactionid=conformance',
  redirectUri: 'http://127.0.0.1:1/account-return',
  errandId: 'conformance',
}

/** An account and one of its certificates, ready to sign. */
export interface Ready {
  readonly way: Way
  readonly account: Account
  readonly certificate: RemoteCertificate
  readonly key: KeyReference
}

/** What a person's confirmation came to: what goes along with each signature. */
export type Confirmed = Pick<SignRequest, 'inputs' | 'signatureSession'>

/** Plays the server's part towards one connector, keeping what the server would keep and nothing else. */
export class Driver {
  readonly plan: ConformancePlan
  readonly steering: Steering
  readonly #url: string
  /** Whatever must never stand in a message or in what is kept. */
  readonly #secrets = new Set<string>()
  connector: Connector

  constructor(plan: ConformancePlan, url: string) {
    this.plan = plan
    this.#url = url
    this.steering = new Steering(url, plan.service)
    this.connector = this.connect()
  }

  connect(timeoutMs = PATIENT_MS): Connector {
    this.connector = this.plan.connect(this.#url, timeoutMs)
    return this.connector
  }

  /** Everything as at the start, with a connector that remembers nothing. */
  async reset(): Promise<void> {
    await this.steering.reset()
    this.connect()
  }

  /** Links the account, through all its steps. */
  async link({ fields, answer }: TestAccount = this.plan.account): Promise<Account> {
    const { Password = '' } = fields
    if (Password !== '') this.#secrets.add(Password)
    let outcome: LinkOutcome = await this.connector.link(fields, LINK_WAY)
    for (let step = 0; outcome.kind !== 'linked'; step += 1) {
      if (step === MOST_STEPS || !answer || !this.connector.continueLink) throw new Error('The account was not linked')
      const said = await answer(outcome, this.steering)
      outcome = await this.connector.continueLink(plain(outcome.state), said)
    }
    expect(outcome.label).not.toBe('')
    return this.#keep(outcome.state)
  }

  async ready(way: Way): Promise<Ready> {
    const account = await this.link(way.account)
    const certificate = (await this.connector.listCertificates(account)).find(way.certificate)
    if (certificate === undefined) throw new Error(`The provider lists no certificate for "${way.name}"`)
    const { ref, chain, maxDocuments, scal } = certificate
    return { way, account, certificate, key: { ref, certificate: leafOf(chain), maxDocuments, scal } }
  }

  /** What the person types: the right thing unless set otherwise. */
  async inputsFor({ way, account, key }: Ready, items: readonly ToBeSigned[]): Promise<Inputs> {
    const code = way.code === undefined ? undefined : await this.#code({ way, account, key }, items)
    const inputs = { ...(way.pin !== undefined && { pin: way.pin }), ...(code !== undefined && { code }) }
    for (const secret of Object.values(inputs)) this.#secrets.add(secret)
    return inputs
  }

  async #code({ way, account, key }: Omit<Ready, 'certificate'>, items: readonly ToBeSigned[]): Promise<string> {
    if (typeof way.code === 'object') return this.steering.appCode(way.code.app)
    const sent = await this.connector.requestCode?.(account, { key, uses: items.length, items })
    expect(sent?.alsoNeedsPin).toBe(way.pin !== undefined)
    return this.steering.sentCode()
  }

  /** Confirms the signing of all items, by a signature session where the way has one. */
  async confirm(ready: Ready, items: readonly ToBeSigned[], inputs?: Inputs): Promise<Confirmed> {
    const typed = inputs ?? (await this.inputsFor(ready, items))
    if (ready.way.opensSignatureSession !== true) return { inputs: typed }
    let outcome = await this.openSignatureSession(ready, items, typed)
    if (outcome.kind === 'waiting' && ready.way.push === true) {
      await this.steering.answerPush('accept')
      outcome = await this.#untilOpen(ready, outcome)
    }
    if (outcome.kind === 'redirect' && ready.way.page === true) {
      await this.steering.decideOnPage(outcome.url, 'approve')
      outcome = await this.continueSignatureSession(ready, outcome.state)
    }
    if (outcome.kind !== 'open') throw new Error('The signature session did not open')
    return this.inSignatureSession(outcome.state)
  }

  /** A signature session as the server keeps it: its state is replaced as the connector says. */
  inSignatureSession(first: ConnectorState): Confirmed {
    const signatureSession = this.#keep(first)
    return { inputs: {}, signatureSession }
  }

  async openSignatureSession(
    { account, key }: Ready,
    items: readonly ToBeSigned[],
    inputs: Inputs,
  ): Promise<SignatureSessionOutcome> {
    if (!this.connector.openSignatureSession) throw new Error('The connector opens no signature session')
    const way = LINK_WAY
    const request = { key, items, inputs, uses: items.length, description: 'Conformance', way }
    return this.connector.openSignatureSession(account, request)
  }

  async continueSignatureSession({ account }: Ready, state: ConnectorState): Promise<SignatureSessionOutcome> {
    if (!this.connector.continueSignatureSession) throw new Error('The connector continues no signature session')
    return this.connector.continueSignatureSession(account, plain(state))
  }

  async #untilOpen(ready: Ready, first: SignatureSessionOutcome): Promise<SignatureSessionOutcome> {
    let outcome = first
    for (let step = 0; outcome.kind === 'waiting' && step < MOST_STEPS; step += 1) {
      outcome = await this.continueSignatureSession(ready, outcome.state)
    }
    return outcome
  }

  async sign({ account, key }: Ready, item: ToBeSigned, confirmed: Confirmed): Promise<Uint8Array> {
    return this.connector.sign(account, { key, item, ...confirmed })
  }

  /** The whole way to the signatures over `items`, which are verified. */
  async signAll(ready: Ready, items: readonly ToBeSigned[]): Promise<void> {
    const confirmed = await this.confirm(ready, items)
    for (const item of items) expectSignature(ready, item, await this.sign(ready, item, confirmed))
    const { signatureSession } = confirmed
    if (signatureSession !== undefined)
      await this.connector.closeSignatureSession?.(ready.account, signatureSession.state)
  }

  /** Expects a ProviderError with one of the codes, with no secret in all that a log could take from it. */
  async expectError(work: Promise<unknown>, ...codes: readonly ProviderErrorCode[]): Promise<ProviderError> {
    const error: unknown = await work.then(
      (value) => new Error(`Nothing went wrong: ${inspect(value)}`),
      (reason: unknown) => reason,
    )
    if (!(error instanceof ProviderError)) throw error
    expect(codes, error.message).toContain(error.code)
    this.expectNoSecret(inspect(error, { depth: 10 }))
    return error
  }

  expectNoSecret(text: string, allowed?: string): void {
    for (const secret of this.#secrets)
      if (secret !== allowed) expect(text.includes(secret), 'tells a secret').toBe(false)
  }

  #keep(first: ConnectorState): Account {
    const check = (state: ConnectorState): ConnectorState => {
      const password = this.plan.account.fields['Password']
      this.expectNoSecret(JSON.stringify(state), this.plan.keepsPassword === undefined ? undefined : password)
      return plain(state)
    }
    let state = check(first)
    return {
      get state() {
        return state
      },
      keep: async (next) => void (state = check(next)),
    }
  }
}

/** What a database would give back: anything that is no plain data is lost, and the test says so. */
function plain(state: ConnectorState): ConnectorState {
  const again = JSON.parse(JSON.stringify(state)) as ConnectorState
  expect(again).toEqual(state)
  return again
}

/** New attributes to be signed: what is in them means nothing to a provider. */
export function makeItems(count: number): ToBeSigned[] {
  return Array.from({ length: count }, () => {
    const attributes = Buffer.concat([Buffer.from([0x31, 0x22, 0x04, 0x20]), randomBytes(32)])
    return { attributes, digest: createHash('sha256').update(attributes).digest(), digestAlgorithm: 'SHA-256' }
  })
}

export const hexOf = (item: ToBeSigned): string => Buffer.from(item.digest).toString('hex')

/** RSA as PKCS#1 v1.5, ECDSA as DER: as the interface promises. */
export function expectSignature({ key }: Ready, item: ToBeSigned, signature: Uint8Array): void {
  expect(verify('sha256', item.attributes, publicKeyOf(key.certificate), signature)).toBe(true)
}

const publicKeyOf = (certificate: Uint8Array): KeyObject => new X509Certificate(certificate).publicKey

function leafOf(chain: readonly Uint8Array[]): Uint8Array {
  const [leaf] = chain
  if (leaf === undefined) throw new Error('The certificate is missing')
  return leaf
}
