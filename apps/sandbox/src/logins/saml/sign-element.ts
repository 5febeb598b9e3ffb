import type { Identity } from '../../pki/issue-certificate.ts'
import { pemOf } from '../open-login-keys.ts'
import type { SignElement } from './write-response.ts'

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** Signs with RSA and SHA-256; the signature follows the element's Issuer, as its schema wants. */
export async function createElementSigner(identity: Identity): Promise<SignElement> {
  const { SignedXml } = await import('xml-crypto')
  return (xml, id) => {
    const signer = new SignedXml({
      privateKey: identity.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      publicCert: pemOf(identity),
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: EXCLUSIVE,
    })
    const xpath = `//*[@ID='${id}']`
    signer.addReference({
      xpath,
      transforms: [ENVELOPED, EXCLUSIVE],
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    })
    signer.computeSignature(xml, {
      prefix: 'ds',
      location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
    })
    return signer.getSignedXml()
  }
}
