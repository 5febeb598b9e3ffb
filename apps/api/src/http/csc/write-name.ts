/**
 * Keywords of OpenSSL that RFC 4514 does not have, and that readers of names (Java's among them) refuse: as the keyword
 * that they know, or as OID.
 */
const KEYWORDS: Readonly<Record<string, string>> = {
  GN: 'givenName',
  SN: 'surname',
  title: '2.5.4.12',
  description: '2.5.4.13',
  businessCategory: '2.5.4.15',
  postalAddress: '2.5.4.16',
  postalCode: '2.5.4.17',
  telephoneNumber: '2.5.4.20',
  name: '2.5.4.41',
  generationQualifier: '2.5.4.44',
  x500UniqueIdentifier: '2.5.4.45',
  pseudonym: '2.5.4.65',
  organizationIdentifier: '2.5.4.97',
  jurisdictionL: '1.3.6.1.4.1.311.60.2.1.1',
  jurisdictionST: '1.3.6.1.4.1.311.60.2.1.2',
  jurisdictionC: '1.3.6.1.4.1.311.60.2.1.3',
}

/**
 * A name as RFC 4514 writes it, last part first.
 * @param lines as Node's `X509Certificate` has it: a part per line, special characters of values escaped
 */
export const writeName = (lines: string): string => lines.split('\n').map(writePart).reverse().join(',')

/** A part may have several attributes; a plus sign within a value is escaped. */
const writePart = (part: string): string =>
  part
    .split(/(?<!\\) \+ /)
    .map((attribute) => attribute.replace(/^[\w-]+(?==)/, (keyword) => KEYWORDS[keyword] ?? keyword))
    .join('+')
