import type { ProviderManifest } from '@rubrica/providers/manifests'
import type { Certificate } from '../api/certificates.ts'
import { useText } from '../i18n/use-text.ts'

interface Held {
  readonly certificate: Certificate
  readonly manifest: ProviderManifest
}

/** How a signature with a certificate is authorised, in words: PIN, code, phone. */
export function useWays(): (held: Held) => string {
  const t = useText()
  return ({ certificate: { AuthenticationType: type, PinRequired, MaxDocuments }, manifest: { way } }) => {
    const ways = []
    // Where the person may be sent to a page of the provider, that is where the code is asked for.
    if (type === 'OTP' && way === 'errand') ways.push(t('certificates.wayPage'))
    else if (type !== 'PIN') ways.push(t(`certificates.ways.${type}`))
    if (PinRequired) ways.push(t('certificates.ways.PIN'))
    if (ways.length === 0) ways.push(t('certificates.ways.NONE'))
    if (MaxDocuments === 1) ways.push(t('certificates.ways.ONE'))
    return ways.join(' · ')
  }
}
