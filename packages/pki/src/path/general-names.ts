/**
 * Reads GeneralName: the forms that subjects, name constraints and distribution points use.
 *
 * Forms that are never compared are kept by their tag, so that a constraint on them is recognised.
 *
 * RFC 5280 §4.2.1.6.
 */
import { childrenOf, DerError, type DerNode, onlyChild, readDer, TAG } from '../der/der-reader.ts'
import { type DistinguishedName, readDistinguishedName } from './distinguished-name.ts'

export type GeneralName =
  | { readonly kind: 'email' | 'dns' | 'uri'; readonly text: string }
  | { readonly kind: 'ip'; readonly octets: Uint8Array }
  | { readonly kind: 'directory'; readonly name: DistinguishedName }
  | { readonly kind: 'unsupported'; readonly tag: number }

const TEXT_KINDS: Readonly<Record<number, 'email' | 'dns' | 'uri'>> = { 0x81: 'email', 0x82: 'dns', 0x86: 'uri' }
const DIRECTORY_NAME = 0xa4
const IP_ADDRESS = 0x87
const MOST_NAMES = 2000

/** @throws DerError */
export function readGeneralName(node: DerNode): GeneralName {
  const text = TEXT_KINDS[node.tag]
  if (text) return { kind: text, text: Buffer.from(node.content).toString('latin1') }
  if (node.tag === IP_ADDRESS) return { kind: 'ip', octets: node.content }
  if (node.tag !== DIRECTORY_NAME) return { kind: 'unsupported', tag: node.tag }
  return { kind: 'directory', name: readDistinguishedName(onlyChild(node, TAG.sequence).bytes) }
}

/**
 * Names in a GeneralNames or in an IMPLICIT one.
 * @throws DerError
 */
export function readGeneralNames(node: DerNode): GeneralName[] {
  const members = childrenOf(node)
  if (members.length > MOST_NAMES) throw new DerError('There are too many names')
  return members.map(readGeneralName)
}

/** @param der DER of a GeneralNames */
export const parseGeneralNames = (der: Uint8Array): GeneralName[] => readGeneralNames(readDer(der, TAG.sequence))

/** The same for equal names of the forms that distribution points use. */
export function generalNameKey(name: GeneralName): string {
  switch (name.kind) {
    case 'directory':
      return `directory ${name.name.key}`
    case 'ip':
      return `ip ${Buffer.from(name.octets).toString('hex')}`
    case 'unsupported':
      return `unsupported ${name.tag}`
    case 'email':
    case 'dns':
    case 'uri':
      return `${name.kind} ${name.text}`
  }
}
