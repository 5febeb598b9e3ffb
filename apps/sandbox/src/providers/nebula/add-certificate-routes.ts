import { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Tries } from '../count-tries.ts'
import { readText } from '../read-body.ts'
import type { LevelTokens } from './keep-levels.ts'
import { invalidRequest, OPERATION_SUCCESS } from './nebula-error.ts'
import { checkPin, findNebulaCertificate } from './check-key-use.ts'
import type { NebulaCertificate, NebulaSafe } from './nebula-users.ts'

const NEW_PIN = /^[\x20-\x7e]{4,16}$/

const faultAt = (operation: string) => ({ fault: { service: 'nebula' as const, operation } })

/** The user's certificates, the policies of their keys, and another PIN for one of them. */
export function addCertificateRoutes(
  app: FastifyInstance,
  parts: { readonly tokens: LevelTokens; readonly safe: NebulaSafe; readonly pinTries: Tries },
): void {
  const { tokens, safe, pinTries } = parts
  app.get('/nebula/api/v2/certificate/mycertificates', { config: faultAt('mycertificates') }, async (request) => {
    const user = tokens.demand(request, 'simple', 'robust')
    return { ...OPERATION_SUCCESS, certificatesList: (await safe.list(user)).map(describe) }
  })
  app.get('/nebula/api/v2/certificate/mypolicies', { config: faultAt('mypolicies') }, async (request) => {
    const user = tokens.demand(request, 'simple', 'robust')
    const policies = (await safe.list(user)).map(({ key, usePin }) => ({
      certificateId: key.serial,
      policyName: key.id,
      usePin: usePin ? '1' : '0',
    }))
    return { ...OPERATION_SUCCESS, policiesList: policies }
  })
  app.get('/nebula/api/v4/certificates/available-for-signing', { config: faultAt('available') }, async (request) => {
    const user = tokens.demand(request, 'simple', 'robust')
    const usable = (await safe.list(user)).filter((one) => one.usable)
    return { ...OPERATION_SUCCESS, certificatesList: usable.map(describe) }
  })
  app.put('/nebula/api/v1/certificate/changepin', { config: faultAt('changepin') }, async (request) => {
    const user = tokens.demand(request, 'robust')
    const [signingId, pin, newPin] = ['signingId', 'pin', 'newPin'].map((name) => readText(request.body, name))
    const certificate = await findNebulaCertificate(safe, user, signingId ?? '')
    checkPin({ certificate, pin: pin ?? '', safe, pinTries })
    if (!NEW_PIN.test(newPin ?? '')) throw invalidRequest('The new PIN is not valid')
    safe.changePin(certificate.key, newPin ?? '')
    return OPERATION_SUCCESS
  })
}

function describe({ key, usable }: NebulaCertificate) {
  const certificate = new X509Certificate(key.certificate)
  const base64 = (der: Uint8Array): string => Buffer.from(der).toString('base64')
  return {
    certificateId: key.serial,
    signingId: key.id,
    alias: key.id,
    subject: certificate.subject.replaceAll('\n', ', '),
    issuer: certificate.issuer.replaceAll('\n', ', '),
    serialNumber: key.serial,
    dateValidStart: Date.parse(certificate.validFrom),
    dateValidEnd: key.notAfter.getTime(),
    status: usable ? 'ISSUED' : 'EXPIRED',
    certType: 'QUALIFIED',
    isUsable: usable ? '1' : '0',
    certificate: base64(key.certificate),
    chain: key.chain.slice(1).map(base64),
  }
}
