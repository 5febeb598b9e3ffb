import type { X509Certificate } from 'node:crypto'
import type { RemoteCertificate } from '../../connector.ts'
import { readFields, readList, readText } from '../read-answer.ts'
import { chainOf, readCertificate } from '../read-certificate.ts'
import { unusableAnswer } from '../unusable-answer.ts'

const MAX_OBJECTS = 200

interface Found {
  readonly ref: string
  readonly alias: string
  readonly certificate: X509Certificate
}

/**
 * The certificates among the objects of a token; objects that are none are passed over. Certificates of authorities
 * that are stored beside them become the chain.
 */
export function listObjects(
  result: unknown,
  { provider, qualified }: { readonly provider: string; readonly qualified: boolean },
): RemoteCertificate[] {
  const objects = readList(result, MAX_OBJECTS)
  if (objects === undefined) throw unusableAnswer({ provider, status: 200 })
  const found = objects.flatMap(readObject)
  const authorities = found.map(({ certificate }) => certificate).filter(({ ca }) => ca)
  const own = found.filter(({ certificate }) => !certificate.ca)
  return own.map(({ ref, alias, certificate }) => ({
    ref,
    alias,
    chain: chainOf(certificate, authorities),
    authenticationType: qualified ? 'OTP' : 'PIN',
    pinRequired: true,
    inputs: qualified ? ['code', 'pin'] : ['pin'],
    qualified,
    maxDocuments: null,
    scal: '1',
    enabled: true,
  }))
}

function readObject(object: unknown): Found[] {
  const { data, ckaid, label } = readFields(object)
  const ref = readText(ckaid)
  const certificate = readCertificate(data)
  return ref !== undefined && certificate !== undefined ? [{ ref, alias: readText(label) ?? ref, certificate }] : []
}
