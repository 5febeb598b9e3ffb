/**
 * The suite that every provider of the on-demand family passes against its stand-in, over HTTP: from the request to
 * complete CMS, with everything that may happen while a person confirms elsewhere.
 */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAnsweredCms } from '@rubrica/pki'
import { ProviderError, type ProviderErrorCode } from '../src/connector.ts'
import type { OnDemandOutcome, OnDemandPerson, OnDemandRequest, OnDemandSigner } from '../src/on-demand.ts'
import { Steering, type StandIn } from './steer-stand-in.ts'

export interface OnDemandPlan {
  readonly name: string
  readonly standIn: () => Promise<StandIn>
  /** The name under which the stand-in takes faults. */
  readonly service: string
  readonly connect: (url: string, timeoutMs: number) => OnDemandSigner
  /** Presses a button on the page of the consent. */
  readonly decide: (consentUrl: string, decision: 'accept' | 'cancel') => Promise<void>
  /** How the stand-in calls, in orders of faults, what is behind request, poll and the page. */
  readonly operations: { readonly request: string; readonly poll: string; readonly page: string }
}

const PERSON: OnDemandPerson = {
  name: 'Ana Vidal Ferrer',
  legalId: '12345678Z',
  email: 'ana@example.org',
  phone: '+34600000001',
  language: 'ca',
}
/** Names that could end theirs, or begin another attribute. */
const HOSTILE = ['Ana, cn=Biel+serialnumber=1', '#"Ana"\\', ' Ana\n=\u202eleiB;<x>  ', 'Ána Žižková 安娜']
const ALGORITHMS = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const
const PATIENT_MS = 15_000
const IMPATIENT_MS = 2000

/** What is wrong with an answer, and what a request that signs nothing yet makes of it. */
const SPOILT: readonly string[] = ['http500', 'http503', 'malformed', 'empty', 'half', 'enormous', 'answer-lost']
/** What is wrong with what was signed. */
const UNTRUE: readonly string[] = ['other-key', 'other-hash', 'other-person', 'fewer', 'signing-time', 'cut-cms']
const ENDS: readonly (readonly [fault: string, ProviderErrorCode])[] = [
  ['person-late', 'consent-timed-out'],
  ['person-refused', 'cancelled'],
  ['person-changed', 'consent-mismatch'],
]

type Scene = ReturnType<typeof openScene>

/** Declares the whole suite for one provider. */
export function describeOnDemand(plan: OnDemandPlan): void {
  describe(`${plan.name}: conformance of the connector`, () => {
    let standIn: StandIn | undefined
    beforeAll(async () => (standIn = await plan.standIn()))
    beforeEach(async () => scene().steering.reset())
    afterAll(async () => standIn?.close())
    const scene = (timeoutMs = PATIENT_MS) => openScene(plan, standIn!.url, timeoutMs)
    describeSignatures(scene)
    describeWaiting(scene)
    describeRefusals(scene)
    describeFaults(plan, scene)
  })
}

function openScene(plan: OnDemandPlan, url: string, timeoutMs: number) {
  const steering = new Steering(url, plan.service)
  return {
    plan,
    steering,
    signer: plan.connect(url, timeoutMs),
    order: (operation: keyof OnDemandPlan['operations'], fault: string) =>
      steering.order({ operation: plan.operations[operation], fault }),
  }
}

function makeRequest(more: Partial<OnDemandRequest> = {}): OnDemandRequest {
  const { digestAlgorithm = 'SHA-256' } = more
  const digest = createHash(ALGORITHMS[digestAlgorithm]).update(randomBytes(32)).digest()
  return { person: PERSON, digests: [digest], digestAlgorithm, message: 'Signar un document', ...more }
}

async function signedBy({ signer, plan }: Scene, request: OnDemandRequest) {
  const { consentUrl, state } = await signer.request(request)
  await plan.decide(consentUrl!, 'accept')
  return requireSigned(await signer.poll(state))
}

function requireSigned(outcome: OnDemandOutcome) {
  if (outcome.kind === 'signed') return outcome
  throw new Error('The person has confirmed, and nothing is signed')
}

async function expectError(call: Promise<unknown>, ...codes: readonly ProviderErrorCode[]): Promise<void> {
  const error: unknown = await call.then(
    () => new Error('It did what it was asked for'),
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(ProviderError)
  expect(codes).toContain((error as ProviderError).code)
}

function describeSignatures(scene: () => Scene): void {
  describe('signatures', () => {
    it.each(['SHA-256', 'SHA-384', 'SHA-512'] as const)('one CMS over a digest by %s', async (digestAlgorithm) => {
      const request = makeRequest({ digestAlgorithm })
      const { signatures, revocation } = await signedBy(scene(), request)
      expect(signatures).toHaveLength(1)
      const { subject } = checkAnsweredCms(signatures[0]!, { digest: request.digests[0]!, digestAlgorithm })
      expect(subject.map(({ value }) => value)).toEqual(expect.arrayContaining([PERSON.name, PERSON.legalId]))
      expect(revocation.crls.length + revocation.ocsps.length).toBeGreaterThan(0)
    })

    it('one CMS for each of several digests, in their order', async () => {
      const digests = [1, 2, 3].map((count) => createHash('sha256').update(String(count)).digest())
      const { signatures } = await signedBy(scene(), makeRequest({ digests }))
      expect(signatures).toHaveLength(3)
      for (const [index, digest] of digests.entries()) {
        checkAnsweredCms(signatures[index]!, { digest, digestAlgorithm: 'SHA-256' })
      }
    })

    it('with a key on a curve as well', async () => {
      const { signer, plan, order } = scene()
      const request = makeRequest()
      const { consentUrl, state } = await signer.request(request)
      await order('page', 'ec-key')
      await plan.decide(consentUrl!, 'accept')
      const { signatures } = requireSigned(await signer.poll(state))
      checkAnsweredCms(signatures[0]!, { digest: request.digests[0]!, digestAlgorithm: 'SHA-256' })
    })

    it.each(HOSTILE)('for a person who is called %j', async (name) => {
      const request = makeRequest({ person: { ...PERSON, name } })
      const { signatures } = await signedBy(scene(), request)
      const { subject } = checkAnsweredCms(signatures[0]!, { digest: request.digests[0]!, digestAlgorithm: 'SHA-256' })
      const names = subject.filter(({ oid }) => oid === '2.5.4.3').map(({ value }) => value)
      expect(names).toEqual([name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()])
    })

    it('says before whom the certificate is for', () => {
      const described = scene().signer.describeSubject(PERSON)
      for (const part of [PERSON.name, PERSON.legalId]) expect(described).toContain(part)
    })
  })
}

function describeWaiting(scene: (timeoutMs?: number) => Scene): void {
  describe('while the person is away', () => {
    it('waits, and says so, with a state of plain JSON that holds neither phone nor message', async () => {
      const { signer, plan } = scene()
      const { consentUrl, state } = await signer.request(makeRequest())
      expect(await signer.poll(state)).toMatchObject({ kind: 'waiting' })
      const kept = JSON.stringify(state)
      expect(JSON.parse(kept)).toEqual(state)
      expect(kept).not.toContain(PERSON.phone.slice(1))
      expect(kept).not.toContain('Signar')
      await plan.decide(consentUrl!, 'accept')
      // Another process has it, as text.
      requireSigned(await scene().signer.poll(JSON.parse(kept) as typeof state))
    })

    it('waits for a page that comes late', async () => {
      const { order, signer } = scene()
      await order('request', 'late-page')
      expect((await signer.request(makeRequest())).consentUrl).toMatch(/^http/)
    })

    it('does not wait for ever for a page: the phone alone may ask', async () => {
      // Of each call, too, and a busy machine takes its time for those.
      const { order, signer } = scene(5 * IMPATIENT_MS)
      await order('request', 'no-page')
      const { consentUrl, state, signed } = await signer.request(makeRequest())
      expect([consentUrl, signed]).toEqual([null, undefined])
      expect(await signer.poll(state)).toMatchObject({ kind: 'waiting' })
      await order('poll', 'phone-alone')
      requireSigned(await signer.poll(state))
    })

    it('takes what is confirmed on the phone before any page is named', async () => {
      const { order, signer } = scene()
      const request = makeRequest()
      await order('request', 'phone-alone')
      const atOnce = await signer.request(request)
      expect([atOnce.consentUrl, atOnce.signed?.signatures.length]).toEqual([null, 1])
      await order('request', 'no-page')
      await order('poll', 'phone-alone')
      const { signed } = await signer.request(request)
      checkAnsweredCms(signed!.signatures[0]!, { digest: request.digests[0]!, digestAlgorithm: 'SHA-256' })
    })

    it('waits for a provider that is slow', async () => {
      const { order, signer, plan } = scene()
      for (const operation of ['request', 'poll', 'page'] as const) await order(operation, 'slow:200')
      const { consentUrl, state } = await signer.request(makeRequest())
      await plan.decide(consentUrl!, 'accept')
      requireSigned(await signer.poll(state))
    })
  })
}

function describeRefusals(scene: () => Scene): void {
  describe('refusals', () => {
    it('a person who presses cancel', async () => {
      const { signer, plan } = scene()
      const { consentUrl, state } = await signer.request(makeRequest())
      await plan.decide(consentUrl!, 'cancel')
      await expectError(signer.poll(state), 'cancelled')
    })

    it.each(ENDS)('%s', async (fault, code) => {
      const { signer, order } = scene()
      const { state } = await signer.request(makeRequest())
      await order('poll', fault)
      await expectError(signer.poll(state), code)
    })

    it.each(UNTRUE)('what was signed is not what was asked for: %s', async (fault) => {
      const { signer, plan, order } = scene()
      const { consentUrl, state } = await signer.request(makeRequest())
      await order('page', fault)
      await plan.decide(consentUrl!, 'accept')
      await expectError(signer.poll(state), 'signature-refused', 'answer-lost')
    })

    it('a request that the provider does not know any more', async () => {
      const { signer, steering } = scene()
      const { state } = await signer.request(makeRequest())
      await steering.reset()
      await expectError(signer.poll(state), 'session-expired')
    })
  })
}

function describeFaults(plan: OnDemandPlan, scene: (timeoutMs?: number) => Scene): void {
  describe('faults', () => {
    it('nobody there: said so, and nothing was asked', async () => {
      const signer = plan.connect('http://127.0.0.1:9', PATIENT_MS)
      await expectError(signer.request(makeRequest()), 'unreachable')
    })

    it.each(SPOILT)('%s while it is asked for', async (fault) => {
      const { signer, order } = scene()
      await order('request', fault)
      await expectError(signer.request(makeRequest()), 'failed', 'unreachable')
    })

    it.each(SPOILT)('%s while it is asked how far it has come: nothing is lost', async (fault) => {
      const current = scene()
      const { signer, order } = current
      const { consentUrl, state } = await signer.request(makeRequest())
      await plan.decide(consentUrl!, 'accept')
      await order('poll', fault)
      await expectError(signer.poll(state), 'answer-lost', 'unreachable')
      requireSigned(await signer.poll(state))
    })

    it('no answer at all', async () => {
      const { signer, order } = scene(IMPATIENT_MS)
      await order('request', 'timeout')
      await expectError(signer.request(makeRequest()), 'timeout')
      const { state } = await signer.request(makeRequest())
      await order('poll', 'timeout')
      await expectError(signer.poll(state), 'answer-lost')
    })
  })
}
