import { useText } from '../../../shared/i18n/use-text.ts'
import { StateNote } from '../../../shared/subject/certificate-state.tsx'
import styles from '../signing.module.css'
import type { UsableCertificate } from '../usable-certificates.ts'

/** Certificates that somebody may look for and that cannot sign now, each with what has happened to it; folded. */
export function UnableCertificates({ unable }: { unable: readonly UsableCertificate[] }) {
  const t = useText()
  if (unable.length === 0) return null
  return (
    <details className={styles.unable}>
      <summary>{t('signing.unable', { count: unable.length })}</summary>
      <ul>
        {unable.map((one) => (
          <li key={one.certificate.GUID}>
            <strong>{one.certificate.certalias}</strong>
            <span>
              <StateNote {...one} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
