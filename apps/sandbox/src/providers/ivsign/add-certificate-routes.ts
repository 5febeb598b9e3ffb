import { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { PROVIDER_PIN } from '../provider-desk.ts'
import { readText } from '../read-body.ts'
import { KeymanError, succeed } from './keyman-error.ts'
import { KEYMAN_ORGANISATION, KEYMAN_PATH, type KeymanCertificate } from './keyman-users.ts'
import { authenticate, type Keyman } from './open-keyman.ts'
import { findCertificate, readCertificateFields, readDigests } from './read-signing.ts'

const at = (operation: string) => ({ config: { fault: { service: 'ivnosys', operation } } }) as const

/** `cert/…` and `sign/hash`: which keys somebody has, and what they sign. */
export function addCertificateRoutes(app: FastifyInstance, keyman: Keyman): void {
  const open = ({ keyPlan }: KeymanCertificate) => keyman.desk.keys.open(keyPlan)
  app.post(`${KEYMAN_PATH}/cert/listAvailable`, at('listAvailable'), async (request) => {
    const user = authenticate(keyman, request)
    const [orgaid, userid] = ['orgaid', 'userid'].map((name) => readText(request.body, name))
    if ((orgaid !== '' && orgaid !== KEYMAN_ORGANISATION) || (userid !== '' && userid !== user.id)) {
      throw new KeymanError('credentials')
    }
    const certlist = await Promise.all(user.certificates.map((one) => describe(keyman, one)))
    return succeed({ certlist: request.fault?.kind === 'twice' ? [...certlist, ...certlist] : certlist })
  })
  app.post(`${KEYMAN_PATH}/cert/CERGet`, at('CERGet'), async (request) => {
    const { certificate } = await open(findCertificate(authenticate(keyman, request), request.body))
    return succeed({ data: Buffer.from(certificate).toString('base64') })
  })
  app.post(`${KEYMAN_PATH}/cert/ChainGet`, at('ChainGet'), async (request) => {
    const { chain } = await open(findCertificate(authenticate(keyman, request), request.body))
    return succeed({ data: chain.slice(1).map((one) => Buffer.from(one).toString('base64')) })
  })
  app.post(`${KEYMAN_PATH}/cert/PinCheck`, at('PinCheck'), async (request) => {
    checkPin(keyman, findCertificate(authenticate(keyman, request), request.body), request.body)
    return succeed({})
  })
  app.post(`${KEYMAN_PATH}/sign/hash`, at('hash'), async (request) => {
    const { body, fault } = request
    const user = authenticate(keyman, request)
    const certificate = findCertificate(user, body)
    const { digests, hash } = readDigests(body)
    const [digest] = digests
    if (digest === undefined || digests.length > 1) throw new KeymanError('hash')
    const key = await open(certificate)
    if (!certificate.enabled) throw new KeymanError('disabled')
    if (key.notAfter.getTime() <= Date.now()) throw new KeymanError('expired')
    checkPin(keyman, certificate, body)
    if (certificate.authType !== 'PIN') useTransaction(keyman, { certificate, body, user: user.id, digest })
    const signature = keyman.desk.keys.sign({ key, digest, hash, fault }).toString('base64')
    if (fault?.kind === 'fewer') return succeed({})
    return succeed({ data: fault?.kind === 'twice' ? [signature, signature] : signature })
  })
}

interface Use {
  readonly certificate: KeymanCertificate
  readonly body: unknown
  readonly user: string
  readonly digest: Buffer
}

/** Takes a digest from what was authorised. Throws KeymanError. */
function useTransaction({ transactions }: Keyman, { certificate, body, user, digest }: Use): void {
  const id = readText(body, 'transactionid')
  if (id === '') throw new KeymanError('transactionMissing')
  const transaction = transactions.approved(id)
  if (transaction.user !== user || transaction.certid !== certificate.certid) throw new KeymanError('transaction')
  if (!transaction.open.delete(digest.toString('hex'))) throw new KeymanError('foreignHash')
}

function checkPin({ pinTries }: Keyman, { certid, hasPin }: KeymanCertificate, body: unknown): void {
  if (!hasPin) return
  const { pin } = readCertificateFields(body)
  if (pinTries.isLocked(certid)) throw new KeymanError('pinLocked')
  if (pin === '') throw new KeymanError('pinMissing')
  if (pin !== PROVIDER_PIN) throw new KeymanError(pinTries.fail(certid) > 0 ? 'pin' : 'pinLocked')
  pinTries.succeed(certid)
}

/** A certificate as the list has it; only `certid` is documented. */
async function describe({ desk }: Keyman, { certid, authType, hasPin, enabled, keyPlan }: KeymanCertificate) {
  const { certificate, serial, notAfter } = await desk.keys.open(keyPlan)
  const { subject, issuer } = new X509Certificate(certificate)
  return {
    certid,
    name: certid,
    subject: subject.replaceAll('\n', ', '),
    issuer: issuer.replaceAll('\n', ', '),
    serialnumber: serial,
    notafter: notAfter.toISOString(),
    enabled,
    haspin: hasPin,
    authtype: authType,
  }
}
