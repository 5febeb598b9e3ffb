import { useText } from '../../../shared/i18n/use-text.ts'
import { Link } from '../../../shared/router/link.tsx'
import { buttonClass } from '../../../shared/ui/button.tsx'
import type { NoCertificate } from './usable-certificates.ts'

const WORDS = {
  none: 'signing.emptyNone',
  expired: 'signing.emptyExpired',
  'not-allowed': 'signing.emptyNotAllowed',
  locked: 'signing.emptyLocked',
  foreign: 'signing.emptyForeign',
  demanded: 'signing.emptyDemanded',
  demandedType: 'signing.emptyDemandedType',
} as const satisfies Record<NoCertificate, string>

interface NoCertificateTextProps {
  why: NoCertificate
  /** Of the certificate that is asked for. */
  alias: string
  /** Of the certificate that is asked for. */
  type: string
}

/** Why there is no certificate to sign with, and what to do. */
export function NoCertificateText({ why, alias, type }: NoCertificateTextProps) {
  const t = useText()
  return <p>{t(WORDS[why], { alias, type })}</p>
}

/** The way to the screen where certificates are kept. */
export function ToCertificates() {
  const t = useText()
  return (
    <Link to="/certificates" className={buttonClass({ kind: 'primary' })}>
      {t('signing.toCertificates')}
    </Link>
  )
}
