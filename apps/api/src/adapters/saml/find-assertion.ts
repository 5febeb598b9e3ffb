/**
 * Finds what a response says under a signature of its provider. What is read later is the text that was digested,
 * parsed anew, and never the document around it: an assertion that was put beside, around or into the signed one is not
 * in it.
 */
import type { KeyObject } from 'node:crypto'
import { decryptAssertion } from './decrypt-assertion.ts'
import { childElements, type DomElement } from './dom-element.ts'
import { loadXmlLibrary } from './load-saml-library.ts'
import type { XmlElement } from './read-assertion.ts'
import { checkPlain, invalid } from './read-saml-envelope.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'

export interface Trust {
  /** Certificates of the provider, PEM. */
  readonly certificates: readonly string[]
  /** Ours, for which assertions are encrypted. */
  readonly keys: readonly KeyObject[]
  readonly acceptSha1: boolean
}

/**
 * The one assertion of a response: signed itself, or within a response that is signed as a whole, or both. Where there
 * are two signatures, both hold.
 * @param xml small and plain enough to be looked at
 * @throws {PortalError} LOGIN_CODE_INVALID
 */
export async function findAssertion(xml: string, trust: Trust): Promise<XmlElement> {
  const { parseXml2JsFromString } = await loadXmlLibrary()
  const text = await findSignedText(xml, trust)
  const { Assertion: assertion } = (await parseXml2JsFromString(text)) as { Assertion?: XmlElement }
  if (!assertion) throw invalid('there is no assertion')
  return assertion
}

async function findSignedText(xml: string, trust: Trust): Promise<string> {
  const response = await readRoot(xml, { name: 'Response', namespace: PROTOCOL })
  const verified = await verify(xml, response, trust)
  const [source, root] = verified === undefined ? [xml, response] : [verified, await readRoot(verified)]
  const found = soleAssertion(root)
  if (found.localName === 'EncryptedAssertion') return openEncrypted(found, verified !== undefined, trust)
  const own = await verify(source, found, trust)
  if (own !== undefined) return own
  if (verified === undefined) throw invalid('neither the assertion nor the response is signed')
  return found.toString()
}

async function openEncrypted(element: DomElement, isVouchedFor: boolean, trust: Trust): Promise<string> {
  const plain = checkPlain(decryptAssertion(element, trust.keys))
  const assertion = await readRoot(plain, { name: 'Assertion', namespace: ASSERTION })
  const own = await verify(plain, assertion, trust)
  if (own !== undefined) return own
  if (!isVouchedFor) throw invalid('neither the encrypted assertion nor the response is signed')
  return plain
}

/**
 * @returns the signed text of an element, or undefined when nothing signs it. @throws {PortalError} for a bad signature
 */
export async function verify(
  xml: string,
  element: DomElement,
  { certificates, acceptSha1 }: Pick<Trust, 'certificates' | 'acceptSha1'>,
): Promise<string | undefined> {
  const { getVerifiedXml } = await loadXmlLibrary()
  const [signature] = childElements(element).filter(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === SIGNATURE,
  )
  if (!signature) return undefined
  if (!acceptSha1 && usesSha1(signature)) throw invalid('it is signed with SHA-1')
  const text = holding(() => getVerifiedXml(xml, element, [...certificates]))
  if (text === null) throw invalid('a signature does not hold')
  return text
}

const SHA1 = new Set(['rsa-sha1', 'dsa-sha1', 'hmac-sha1', 'sha1'].map((name) => `${SIGNATURE}${name}`))

const usesSha1 = (signature: DomElement): boolean =>
  ['SignatureMethod', 'DigestMethod']
    .flatMap((name) => Array.from(signature.getElementsByTagNameNS(SIGNATURE, name)))
    .some((method) => SHA1.has(method.getAttribute('Algorithm') ?? ''))

/** The library throws for what is signed in an unlikely way. */
function holding<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw invalid('a signature does not hold', error)
  }
}

/** Several assertions, or what only looks like one, are nobody's. */
function soleAssertion(response: DomElement): DomElement {
  const names = ['Assertion', 'EncryptedAssertion']
  const [assertion, ...others] = childElements(response).filter(({ localName }) => names.includes(localName ?? ''))
  if (!assertion || others.length > 0) throw invalid('there is not one assertion')
  if (assertion.namespaceURI !== ASSERTION) throw invalid('the assertion is not one of SAML 2.0')
  return assertion
}

/** @throws {PortalError} LOGIN_CODE_INVALID for another root than the wanted one */
export async function readRoot(
  xml: string,
  wanted?: { readonly name: string; readonly namespace: string },
): Promise<DomElement> {
  const { parseDomFromString } = await loadXmlLibrary()
  const root = ((await parseDomFromString(xml)) as { readonly documentElement: DomElement }).documentElement
  const isWanted = wanted === undefined || (root.localName === wanted.name && root.namespaceURI === wanted.namespace)
  if (!isWanted) throw invalid(`it is no ${wanted.name}`)
  return root
}
