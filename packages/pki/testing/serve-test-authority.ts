/**
 * A certificate authority of one test: root, issuing CA, OCSP responder, timestamp authority, and the web server that
 * their certificates name. What it answers can be replaced path by path.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readCertificate } from '../src/certificates/read-certificate.ts'
import { OID } from '../src/der/object-identifiers.ts'
import { createGuardedFetcher, type GuardedFetcher } from '../src/outgoing/create-guarded-fetcher.ts'
import type { TimestampSource } from '../src/timestamp/request-timestamp.ts'
import {
  addressExtensions,
  makeTestCrl,
  makeTestOcsp,
  nocheckExtension,
  type TestAddresses,
  type TestOcsp,
} from './make-test-evidence.ts'
import { makeTestSigner, type TestSigner, type TestSignerOptions } from './make-test-signer.ts'
import { imprintOf, makeTestReply, makeTestToken, readTestQuery } from './make-test-token.ts'
import { serveTestRequests, type TestServer } from './serve-test-requests.ts'

export type TestAnswer = Uint8Array | ((request: IncomingMessage, response: ServerResponse, body: Buffer) => void)

export interface TestAuthority extends AsyncDisposable {
  readonly server: TestServer
  readonly root: TestSigner
  readonly ca: TestSigner
  readonly responder: TestSigner
  readonly tsa: TestSigner
  readonly fetcher: GuardedFetcher
  readonly timestamp: TimestampSource
  /** By path, `/ocsp/ca` and the like; what stands here goes before the good answer. */
  readonly answers: Map<string, TestAnswer>
  /** A certificate below the issuing CA, with the addresses of all services by default. */
  issue(options?: TestSignerOptions & { readonly addresses?: TestAddresses }): TestSigner
}

/** @param rootNotAfter a year from now by default, as that of all others */
export async function serveTestAuthority(rootNotAfter?: Date): Promise<TestAuthority> {
  const answers = new Map<string, TestAnswer>()
  const good = new Map<string, (question: Buffer) => Uint8Array | undefined>()
  const server = await serveTestRequests((request, response, body) => {
    const path = request.url ?? ''
    const answer = answers.get(path) ?? good.get(path)?.(body)
    if (typeof answer === 'function') answer(request, response, body)
    else if (answer) response.end(answer)
    else response.writeHead(404).end()
  })
  const services = makeServices(server.origin, rootNotAfter)
  const issued = [services.ca.certificate, services.tsa.certificate]
  good.set('/tsa', (query) => makeTestReply(0, makeTestToken(services.tsa, readTestQuery(query))))
  for (const [name, issuer] of Object.entries({ root: services.root, ca: services.ca })) {
    const responder = name === 'ca' ? services.responder : issuer
    good.set(`/${name}.cer`, () => issuer.certificate)
    good.set(`/${name}.crl`, () => makeTestCrl({ issuer }))
    good.set(`/ocsp/${name}`, (question) => answerGood(question, issued, { issuer, responder }))
  }
  return {
    server,
    ...services,
    answers,
    fetcher: createGuardedFetcher({ allowedPrivateOrigins: [server.origin], timeoutMs: 20_000, maxBytes: 100_000 }),
    timestamp: (message) => {
      const imprint = message instanceof Uint8Array ? imprintOf(message) : message.digest
      return Promise.resolve(makeTestToken(services.tsa, { imprint }))
    },
    issue: ({ addresses = addressesOf(server.origin, 'ca'), ...options } = {}) => {
      const signer = makeTestSigner({ issuer: services.ca, ...options, extensions: addressExtensions(addresses) })
      issued.push(signer.certificate)
      return signer
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function makeServices(
  origin: string,
  rootNotAfter: Date | undefined,
): Pick<TestAuthority, 'root' | 'ca' | 'responder' | 'tsa'> {
  const below = addressesOf(origin, 'root')
  const root = makeTestSigner({ commonName: 'Root', isCa: true, ...(rootNotAfter && { notAfter: rootNotAfter }) })
  const ca = makeTestSigner({
    commonName: 'Issuing CA',
    isCa: true,
    issuer: root,
    extensions: addressExtensions(below),
  })
  const service = { keyUsage: 0x80 }
  const responder = makeTestSigner({
    ...service,
    commonName: 'Responder',
    issuer: ca,
    purposes: [OID.ekuOcspSigning],
    extensions: [nocheckExtension()],
  })
  const tsa = makeTestSigner({
    ...service,
    commonName: 'TSA',
    issuer: root,
    purposes: [OID.ekuTimeStamping],
    extensions: addressExtensions({ crl: below.crl }),
  })
  return { root, ca, responder, tsa }
}

/** The certificate asked about is found by its serial number; its status is always good. */
function answerGood(
  question: Buffer,
  issued: readonly Uint8Array[],
  signers: Pick<TestOcsp, 'issuer' | 'responder'>,
): Uint8Array | undefined {
  const certificate = issued.find((one) => question.includes(Buffer.from(readCertificate(one).serialNumber)))
  return certificate && makeTestOcsp({ certificate, ...signers })
}

const addressesOf = (origin: string, name: string): Required<TestAddresses> => ({
  ocsp: `${origin}/ocsp/${name}`,
  crl: `${origin}/${name}.crl`,
  issuer: `${origin}/${name}.cer`,
})
