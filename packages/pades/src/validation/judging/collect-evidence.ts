/**
 * Collects the certificates and revocation data that a file carries: in its security store and inside its signatures.
 *
 * Where something comes from does not matter to whether it proves anything, since it is all signed.
 *
 * RFC 5652 §10.2, RFC 5126 §6.3.3 and §6.3.4; adbe-revocationInfoArchival is ISO 32000-2 clause 12.8.3.3.2.
 */
import {
  childrenOf,
  DerError,
  type DerNode,
  encodeElement,
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  type Evidence,
  OID,
  TAG,
} from '@rubrica/pki'
import type { Cms, CmsSigner } from '../reading/read-cms.ts'

const ADOBE_REVOCATION = '1.2.840.113583.1.1.8'
const CERTIFICATE_VALUES = '1.2.840.113549.1.9.16.2.23'
const REVOCATION_VALUES = '1.2.840.113549.1.9.16.2.24'
const OCSP_BASIC = OID.ocspBasic

/** What one CMS carries. */
export function evidenceInCms(cms: Cms): Evidence {
  const parts = cms.signers.map(evidenceInSigner)
  return mergeAll([cms, ...parts])
}

function evidenceInSigner({ signed, unsigned }: CmsSigner): Evidence {
  const archived = (signed.get(ADOBE_REVOCATION) ?? []).flatMap(listsOf)
  const values = (unsigned.get(REVOCATION_VALUES) ?? []).flatMap(listsOf)
  const issuers = (unsigned.get(CERTIFICATE_VALUES) ?? []).flatMap((node) => tryRead(() => childrenOf(node)))
  const pick = (lists: readonly TaggedList[], tag: number): Uint8Array[] =>
    lists.flatMap((list) => (list.tag === tag ? list.members : []))
  return {
    certificates: issuers.map(({ bytes }) => bytes),
    crls: [...pick(archived, 0xa0), ...pick(values, 0xa0)],
    ocsps: [...pick(archived, 0xa1), ...pick(values, 0xa1).map(wrapBasicResponse)],
  }
}

interface TaggedList {
  readonly tag: number
  readonly members: readonly Uint8Array[]
}

/** The members of each SEQUENCE OF in an explicit tag. */
function listsOf(node: DerNode): readonly TaggedList[] {
  return tryRead(() => childrenOf(node)).map((choice) => ({
    tag: choice.tag,
    members: tryRead(() => childrenOf(choice))
      .filter(({ tag }) => tag === TAG.sequence)
      .flatMap((list) => tryRead(() => childrenOf(list)))
      .map(({ bytes }) => bytes),
  }))
}

function tryRead<Item>(read: () => readonly Item[]): readonly Item[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerError) return []
    throw error
  }
}

const SUCCESSFUL = encodeElement(0x0a, Uint8Array.of(0))

/** OCSPResponse around a BasicOCSPResponse (RFC 6960 §4.2.1). */
const wrapBasicResponse = (basic: Uint8Array): Uint8Array =>
  encodeSequence(SUCCESSFUL, encodeExplicit(0, encodeSequence(encodeOid(OCSP_BASIC), encodeOctetString(basic))))

/** All of them, each value once. */
export function mergeAll(parts: readonly Evidence[]): Evidence {
  return {
    certificates: distinct(parts.map(({ certificates }) => certificates)),
    ocsps: distinct(parts.map(({ ocsps }) => ocsps)),
    crls: distinct(parts.map(({ crls }) => crls)),
  }
}

function distinct(lists: readonly (readonly Uint8Array[])[]): Uint8Array[] {
  const byContent = new Map<string, Uint8Array>()
  for (const bytes of lists.flat()) {
    byContent.set(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'), bytes)
  }
  return [...byContent.values()]
}
