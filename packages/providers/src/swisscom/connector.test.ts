import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../../../apps/sandbox/src/test-sandbox.ts'
import type { OnDemandRequest, OnDemandSigner } from '../on-demand.ts'
import { describeOnDemand } from '../../testing/conformance-on-demand.ts'
import { Steering } from '../../testing/steer-stand-in.ts'
import { settingsOf } from '../../testing/settings-of.ts'
import { connect } from './connector.ts'

const PATH = '/swisscom/AIS-Server/rs/v1.0'

function open(url: string, timeoutMs: number): OnDemandSigner {
  const settings = { URL: url, CLAIMED_IDENTITY: 'SANDBOX:OnDemand-Advanced4', TIMEOUT_MS: timeoutMs }
  const signer = connect(settingsOf(settings))
  if (signer === undefined) throw new Error('The connector is off')
  return signer
}

describeOnDemand({
  name: 'Swisscom',
  standIn: () => TestSandbox.open(),
  service: 'swisscom',
  connect: (url, timeoutMs) => open(url + PATH, timeoutMs),
  decide: async (consentUrl, decision) => {
    const body = new URLSearchParams({ decision })
    const answer = await fetch(consentUrl, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { connection: 'close' },
    })
    if (answer.status !== 303) throw new Error(`The page answered ${answer.status}`)
  },
  operations: { request: 'sign', poll: 'pending', page: 'consent' },
})

const request: OnDemandRequest = {
  person: { name: 'Ana Vidal', legalId: '1Z', email: 'ana@example.org', phone: '+34 600-000-001', language: 'es' },
  digests: [createHash('sha256').update('document').digest()],
  digestAlgorithm: 'SHA-256',
  message: 'Firmar\nun documento',
}

const PENDING = 'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing:resultmajor:Pending'
const RESPONDER = 'urn:oasis:names:tc:dss:1.0:resultmajor:ResponderError'

describe('Swisscom: rules of its own', () => {
  const closing: (() => void)[] = []
  afterEach(() => closing.splice(0).forEach((close) => close()))

  /** A service that always answers the same. */
  async function answering(response: object, status = 200) {
    const bodies: Record<string, unknown>[] = []
    const server = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        bodies.push(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>)
        outgoing.writeHead(status, { 'content-type': 'application/json' })
        outgoing.end(JSON.stringify({ SignResponse: response }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, bodies }
  }

  const pendingAt = (page: string) => ({
    Result: { ResultMajor: PENDING },
    OptionalOutputs: {
      'async.ResponseID': 'r-1',
      'sc.StepUpAuthorisationInfo': { 'sc.Result': { 'sc.ConsentURL': page } },
    },
  })

  it('asks as AIS documents it', async () => {
    const { url, bodies } = await answering(pendingAt('https://consent.example.org/1'))
    const { consentUrl } = await open(url, 5000).request(request)
    expect(consentUrl).toBe('https://consent.example.org/1')
    expect(bodies[0]).toMatchObject({
      SignRequest: {
        '@Profile': 'http://ais.swisscom.ch/1.1',
        InputDocuments: {
          DocumentHash: [
            { '@ID': 'DOC-1', 'dsig.DigestMethod': { '@Algorithm': 'http://www.w3.org/2001/04/xmlenc#sha256' } },
          ],
        },
        OptionalInputs: {
          AddTimestamp: { '@Type': 'urn:ietf:rfc:3161' },
          ClaimedIdentity: { Name: 'SANDBOX:OnDemand-Advanced4' },
          SignatureType: 'urn:ietf:rfc:3369',
          'sc.AddRevocationInformation': { '@Type': 'PAdES-Baseline' },
          'sc.SignatureStandard': 'PAdES-baseline',
          'sc.CertificateRequest': {
            'sc.DistinguishedName': 'cn=Ana Vidal,givenname=Ana,surname=Vidal,c=ES,serialnumber=1Z',
            'sc.StepUpAuthorisation': {
              'sc.Phone': { 'sc.Language': 'en', 'sc.MSISDN': '34600000001', 'sc.Message': 'Firmar un documento' },
            },
          },
        },
      },
    })
  })

  it.each([
    'javascript:alert(1)',
    'http://elsewhere.example.org/consent',
    'data:text/html,hello',
    '//consent.example.org/1',
    'https://user:word@consent.example.org/1',
    'file:///etc/passwd',
  ])('sends nobody to %s', async (page) => {
    const { url } = await answering(pendingAt(page))
    await expect(open(url, 5000).request(request)).rejects.toMatchObject({
      code: 'failed',
      facts: { why: 'consent-page' },
    })
  })

  it('takes a success without a signature for none', async () => {
    const { url } = await answering({ Result: { ResultMajor: 'urn:oasis:names:tc:dss:1.0:resultmajor:Success' } })
    await expect(open(url, 5000).request(request)).rejects.toMatchObject({ code: 'signature-refused' })
  })

  it('polls with the customer alone, and with the key entity where a service wants that', async () => {
    const sandbox = await TestSandbox.open()
    closing.push(() => void sandbox.close())
    const signer = open(sandbox.url + PATH, 5000)
    const { state } = await signer.request(request)
    await new Steering(sandbox.url, 'swisscom').order({ operation: 'pending', fault: 'whole-identity' })
    for (let poll = 0; poll < 2; poll += 1) expect(await signer.poll(state)).toMatchObject({ kind: 'waiting' })
  })

  it.each([
    ['http://ais.swisscom.ch/1.0/resultminor/UnknownCustomer', 'failed', 'failed'],
    ['http://ais.swisscom.ch/1.0/resultminor/AuthenticationFailed', 'failed', 'consent-mismatch'],
    ['http://ais.swisscom.ch/1.1/resultminor:subsystem/StepUp/transport', 'failed', 'failed'],
    ['http://ais.swisscom.ch/1.1/resultminor/subsystem/StepUp/timeout', 'consent-timed-out', 'consent-timed-out'],
  ])('says what %s means', async (ResultMinor, asked, polled) => {
    const { url } = await answering({ Result: { ResultMajor: RESPONDER, ResultMinor } })
    const signer = open(url, 5000)
    await expect(signer.request(request)).rejects.toMatchObject({ code: asked })
    const state = { responseId: 'r-1', digests: [], digestAlgorithm: 'SHA-256', subject: {} }
    await expect(signer.poll(state)).rejects.toMatchObject({ code: polled })
  })

  it('is off without an address', () => expect(connect(settingsOf({}))).toBeUndefined())
})
