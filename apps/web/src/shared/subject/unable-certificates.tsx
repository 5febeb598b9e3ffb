import type { ProviderManifest } from '@rubrica/providers/manifests'
import type { Certificate } from '../api/certificates.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { certificateState, StateNote, StateTag } from './certificate-state.tsx'
import styles from './unable-certificates.module.css'

interface UnableCertificatesProps {
  className?: string | undefined
  unable: readonly { readonly certificate: Certificate; readonly manifest: ProviderManifest }[]
}

/** Certificates that somebody may look for and that cannot sign now, each with what has happened to it; folded. */
export function UnableCertificates({ className, unable }: UnableCertificatesProps) {
  const t = useText()
  const formats = useFormats()
  if (unable.length === 0) return null
  return (
    <details className={classNames(styles.unable, className)}>
      <summary>{t('signing.unable', { count: unable.length })}</summary>
      <ul>
        {unable.map((one) => {
          const { GUID, certalias, ExpirationDate } = one.certificate
          const end = ExpirationDate && t('signing.expires', { date: formats.date(ExpirationDate) })
          return (
            <li key={GUID}>
              <strong>{certalias}</strong>
              <span>
                {certificateState(one, new Date()) === 'expired' ? (
                  <StateTag state="expired" />
                ) : (
                  <StateNote {...one} />
                )}
              </span>
              <span className="muted">{[one.manifest.label, end].filter(Boolean).join(' · ')}</span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
