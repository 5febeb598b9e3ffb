import type { X509Certificate } from 'node:crypto'
import type { RemoteCertificate } from '../connector.ts'
import { readFields, readList, readText } from '../protocols/read-answer.ts'
import { chainOf, readCertificate } from '../protocols/read-certificate.ts'
import { unusableAnswer } from '../protocols/unusable-answer.ts'

const MAX_CERTIFICATES = 500
const MAX_ISSUERS = 8

/** What GetAccessibleCertificates listed; entries that name no certificate, or the same once more, are passed over. */
export function readCertificates(data: unknown): RemoteCertificate[] {
  const entries = readList(data, MAX_CERTIFICATES)
  if (entries === undefined) throw unusableAnswer({ provider: 'RedTrust', status: 200 })
  const found = entries.flatMap(readEntry)
  return [...new Map(found.map((certificate) => [certificate.ref, certificate])).values()]
}

function readEntry(entry: unknown): RemoteCertificate[] {
  const { thumbprint, alias, needPin, X509Data, X509Chain } = readFields(entry)
  const ref = readText(thumbprint)
  const certificate = readCertificate(X509Data)
  if (ref === undefined || certificate === undefined) return []
  // What does not say that it needs no PIN needs one.
  const pinRequired = needPin !== false
  return [
    {
      ref,
      alias: readText(alias) ?? ref,
      chain: chainOf(certificate, readIssuers(X509Chain)),
      authenticationType: 'PIN',
      pinRequired,
      inputs: pinRequired ? ['pin'] : [],
      qualified: false,
      maxDocuments: null,
      scal: '1',
      enabled: true,
    },
  ]
}

const readIssuers = (list: unknown): X509Certificate[] =>
  (readList(list, MAX_ISSUERS) ?? []).flatMap((one) => readCertificate(one) ?? [])
