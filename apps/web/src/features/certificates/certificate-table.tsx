import { ShieldCheck, Trash2 } from 'lucide-react'
import { instantOf, useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './certificates.module.css'
import type { Certificate } from '../../shared/api/certificates.ts'

interface CertificateTableProps {
  /** Undefined while they are on their way. */
  certificates: readonly Certificate[] | undefined
  /** Accessible name of the table. */
  label: string
  showsSubject: boolean
  /** Absent where certificates of this type cannot be deleted. */
  onDelete?: (certificate: Certificate) => void
}

/** The certificates of one type: name, expiration and what can be done with them. */
export function CertificateTable({ certificates, label, showsSubject, onDelete }: CertificateTableProps) {
  const t = useText()
  return (
    // Roles are written out, since the card layout of narrow windows takes them away from the elements.
    <table className={styles.table} role="table" aria-label={label} aria-busy={certificates === undefined}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">{t('certificates.alias')}</th>
          {showsSubject && <th role="columnheader">{t('certificates.subject')}</th>}
          <th role="columnheader">{t('certificates.expiration')}</th>
          <th role="columnheader">
            <span className="sr-only">{t('certificates.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {certificates
          ? certificates.map((certificate) => (
              <CertificateRow key={certificate.GUID} {...{ certificate, showsSubject, onDelete }} />
            ))
          : [70, 55, 62].map((width) => <LoadingRow key={width} width={width} columns={showsSubject ? 4 : 3} />)}
      </tbody>
    </table>
  )
}

function CertificateRow(
  props: { certificate: Certificate } & Pick<CertificateTableProps, 'showsSubject' | 'onDelete'>,
) {
  const { certificate, showsSubject, onDelete } = props
  const t = useText()
  const formats = useFormats()
  const expiration = instantOf(certificate.ExpirationDate)
  const expired = expiration !== null && expiration < new Date()
  return (
    <tr role="row">
      <td role="cell" className={styles.alias}>
        <div className={styles.named}>
          <span className={styles.shield} aria-hidden>
            <ShieldCheck size={18} />
          </span>
          {certificate.certalias}
        </div>
      </td>
      {showsSubject && (
        <td role="cell" className="muted">
          {certificate.DN}
        </td>
      )}
      <td role="cell" className={styles.expiration}>
        <time className="num" dateTime={expiration?.toISOString()}>
          {formats.date(certificate.ExpirationDate)}
        </time>
        {expired && <Tag tone="bad">{t('certificates.expired')}</Tag>}
      </td>
      <td role="cell" className={styles.actions}>
        {onDelete && (
          <IconButton
            icon={Trash2}
            label={t('certificates.delete.label', { alias: certificate.certalias })}
            onClick={() => onDelete(certificate)}
          />
        )}
      </td>
    </tr>
  )
}

function LoadingRow({ width, columns }: { width: number; columns: number }) {
  return (
    <tr role="row">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} role="cell">
          {column < columns - 1 && <Skeleton width={column === 0 ? width : 40} />}
        </td>
      ))}
    </tr>
  )
}
