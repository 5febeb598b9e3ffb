/** A customer of AIS, for tests. */
import { createHash } from 'node:crypto'
import type { TestSandbox } from '../../test-sandbox.ts'

const API = '/swisscom/AIS-Server/rs/v1.0'
export const IDENTITY = 'SANDBOX:OnDemand-Advanced4'
const SUBJECT = 'cn=Ana Vidal Serra,givenname=Ana,surname=Vidal Serra,c=ES,serialnumber=IDCES-00000000T'

const PROFILES = [
  'http://ais.swisscom.ch/1.0/profiles/ondemandcertificate',
  'http://ais.swisscom.ch/1.1/profiles/redirect',
  'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing',
]
const BATCH = 'http://ais.swisscom.ch/1.0/profiles/batchprocessing'

const ALGORITHMS = {
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
} as const

export interface Wishes {
  readonly contents?: readonly string[]
  readonly hash?: keyof typeof ALGORITHMS
  readonly standard?: string
  readonly serialNumber?: string
  readonly subject?: string
  /** Replaces members of OptionalInputs. */
  readonly inputs?: object
  readonly documents?: unknown
}

export interface AisResponse {
  readonly '@RequestID'?: string
  readonly Result: { readonly ResultMajor: string; readonly ResultMinor?: string }
  readonly OptionalOutputs?: {
    readonly 'async.ResponseID'?: string
    readonly 'sc.StepUpAuthorisationInfo'?: {
      readonly 'sc.Result': { readonly 'sc.ConsentURL'?: string; readonly 'sc.SerialNumber'?: string }
    }
    readonly 'sc.RevocationInformation'?: {
      readonly 'sc.CRLs': { readonly 'sc.CRL': string[] }
      readonly 'sc.OCSPs': { readonly 'sc.OCSP': string }
    }
  }
  readonly SignatureObject?: {
    readonly Base64Signature?: { readonly $: string }
    readonly Other?: {
      readonly 'sc.SignatureObjects': {
        readonly 'sc.ExtendedSignatureObject': {
          readonly '@WhichDocument': string
          readonly Base64Signature: { readonly $: string }
        }[]
      }
    }
  }
}

/** The last part of a result’s URI: it alone tells results apart. */
export const majorOf = ({ Result }: AisResponse): string => Result.ResultMajor.replace(/^.*[:/]/, '')
export const minorOf = ({ Result }: AisResponse): string => Result.ResultMinor?.replace(/^.*[:/]/, '') ?? ''

export class TestCustomer {
  readonly #sandbox: TestSandbox

  constructor(sandbox: TestSandbox) {
    this.#sandbox = sandbox
  }

  async send(call: 'sign' | 'pending', body: unknown): Promise<AisResponse> {
    const answer = await this.#sandbox.postJson(`${API}/${call}`, body)
    if (answer.status !== 200) throw new Error(`AIS answered ${answer.status}`)
    return ((await answer.json()) as { SignResponse: AisResponse }).SignResponse
  }

  ask(wishes: Wishes = {}): Promise<AisResponse> {
    return this.send('sign', requestOf(wishes))
  }

  poll(asked: AisResponse): Promise<AisResponse> {
    return this.send('pending', pendingOf(asked.OptionalOutputs?.['async.ResponseID'] ?? ''))
  }

  /** The path of the page that an answer names. */
  pageOf(answer: AisResponse): string {
    const url = answer.OptionalOutputs?.['sc.StepUpAuthorisationInfo']?.['sc.Result']['sc.ConsentURL']
    if (url === undefined) throw new Error('no page was told')
    return new URL(url).pathname
  }

  async decide(asked: AisResponse, decision: 'accept' | 'cancel'): Promise<void> {
    await this.#sandbox.postJson(this.pageOf(asked), { decision })
  }

  /** Asks, accepts, and fetches what was signed. */
  async sign(wishes: Wishes = {}): Promise<AisResponse> {
    const asked = await this.ask(wishes)
    await this.decide(asked, 'accept')
    return this.poll(asked)
  }

  async order(operation: string, fault: string): Promise<void> {
    await this.#sandbox.postJson('/control/faults', { service: 'swisscom', operation, fault })
  }
}

export function requestOf(wishes: Wishes) {
  const { contents = ['document'], hash = 'sha256', standard = 'PAdES-baseline', serialNumber, subject } = wishes
  const documents = contents.map((content, index) => ({
    '@ID': `DOC-${index + 1}`,
    'dsig.DigestMethod': { '@Algorithm': ALGORITHMS[hash] },
    'dsig.DigestValue': createHash(hash).update(content).digest('base64'),
  }))
  return {
    SignRequest: {
      '@Profile': 'http://ais.swisscom.ch/1.1',
      '@RequestID': 'ID-1',
      InputDocuments: { DocumentHash: wishes.documents ?? documents },
      OptionalInputs: {
        AddTimestamp: { '@Type': 'urn:ietf:rfc:3161' },
        AdditionalProfile: contents.length > 1 ? [...PROFILES, BATCH] : PROFILES,
        ClaimedIdentity: { Name: IDENTITY },
        SignatureType: 'urn:ietf:rfc:3369',
        'sc.AddRevocationInformation': { '@Type': 'PAdES-Baseline' },
        'sc.SignatureStandard': standard,
        'sc.CertificateRequest': {
          'sc.DistinguishedName': subject ?? SUBJECT,
          'sc.StepUpAuthorisation': {
            'sc.Phone': {
              'sc.Language': 'en',
              'sc.MSISDN': '34600100100',
              'sc.Message': 'Sign <Contract>?',
              ...(serialNumber !== undefined && { 'sc.SerialNumber': serialNumber }),
            },
          },
        },
        ...wishes.inputs,
      },
    },
  }
}

export const pendingOf = (responseId: string, name = IDENTITY) => ({
  'async.PendingRequest': {
    '@Profile': 'http://ais.swisscom.ch/1.1',
    OptionalInputs: { ClaimedIdentity: { Name: name }, 'async.ResponseID': responseId },
  },
})
