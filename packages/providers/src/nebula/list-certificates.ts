import type { X509Certificate } from 'node:crypto'
import type { RemoteCertificate } from '../connector.ts'
import { readFields, readList, readText, type Fields } from '../protocols/read-answer.ts'
import { chainOf, readCertificate } from '../protocols/read-certificate.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'
import { callNebula } from './call-nebula.ts'
import { NEBULA, type NebulaSettings } from './settings.ts'

const MAX_ENTRIES = 500
const MAX_ISSUERS = 8

/** @throws ProviderError */
export async function listNatively(settings: NebulaSettings, token: string): Promise<readonly RemoteCertificate[]> {
  const certificates = await callNebula(settings, { path: 'CERTIFICATES_PATH', method: 'GET', token })
  const policies = await callNebula(settings, { path: 'POLICIES_PATH', method: 'GET', token })
  return readCertificates(certificates, policies)
}

/**
 * Joins the lists of certificates and of policies, which say whether a key has a PIN. What makes no sense is passed
 * over.
 */
export function readCertificates(certificates: Fields, policies: Fields): RemoteCertificate[] {
  const entries = readList(certificates['certificatesList'], MAX_ENTRIES)
  const rules = readList(policies['policiesList'], MAX_ENTRIES)
  if (entries === undefined || rules === undefined) throw unusableAnswer({ provider: NEBULA, status: 200 })
  const withoutPin = new Set(
    rules
      .map(readFields)
      .filter(isWithoutPin)
      .map((rule) => readText(rule['certificateId'])),
  )
  const found = entries.map(readFields).flatMap((entry) => readEntry(entry, withoutPin))
  return [...new Map(found.map((certificate) => [certificate.ref, certificate])).values()]
}

/** Only what clearly says so: otherwise the PIN is asked for. */
const isWithoutPin = ({ certificateId, usePin }: Fields): boolean =>
  readText(certificateId) !== undefined && ['0', 0, false].includes(usePin as string)

function readEntry(entry: Fields, withoutPin: ReadonlySet<string | undefined>): RemoteCertificate[] {
  const ref = readText(entry['signingId'])
  const certificate = readCertificate(entry['certificate'])
  if (ref === undefined || certificate === undefined) return []
  const id = readText(entry['certificateId'])
  const pinRequired = id === undefined || !withoutPin.has(id)
  return [
    {
      ref,
      alias: readText(entry['alias']) ?? ref,
      chain: chainOf(certificate, readIssuers(entry['chain'])),
      authenticationType: 'PIN',
      pinRequired,
      inputs: pinRequired ? ['pin'] : [],
      qualified: entry['certType'] === 'QUALIFIED',
      maxDocuments: null,
      scal: '1',
      enabled: !['0', 0, false].includes(entry['isUsable'] as string),
    },
  ]
}

const readIssuers = (list: unknown): X509Certificate[] =>
  (readList(list, MAX_ISSUERS) ?? []).flatMap((one) => readCertificate(one) ?? [])
