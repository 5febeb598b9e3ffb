import type { ProviderManifest } from '@rubrica/providers/manifests'
import { useText } from '../../shared/i18n/use-text.ts'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import type { Certificate } from '../../shared/api/certificates.ts'
import { CertificateRow, type RowActions } from './certificate-row.tsx'
import styles from './certificate-table.module.css'

interface CertificateTableProps extends RowActions {
  manifest: ProviderManifest
  /** Undefined while they are on their way. */
  certificates: readonly Certificate[] | undefined
  /** Accessible name of the table. */
  label: string
}

/** The certificates of one type: name, subject where the type has it, expiration, and what can be done with them. */
export function CertificateTable({ certificates, label, manifest, ...actions }: CertificateTableProps) {
  const t = useText()
  const { showsSubject } = manifest
  const hasActions = Object.values(actions).some((action) => action !== undefined)
  const columns = 2 + Number(showsSubject) + Number(hasActions)
  return (
    // Roles are written out, since the card layout of narrow windows takes them away from the elements.
    <table className={styles.table} role="table" aria-label={label} aria-busy={certificates === undefined}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">{t('certificates.alias')}</th>
          {showsSubject && <th role="columnheader">{t('certificates.subject')}</th>}
          <th role="columnheader">{t('certificates.expiration')}</th>
          {hasActions && (
            <th role="columnheader">
              <span className="sr-only">{t('certificates.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {certificates
          ? certificates.map((certificate) => (
              <CertificateRow key={certificate.GUID} {...{ certificate, manifest, hasActions }} {...actions} />
            ))
          : [70, 55, 62].map((width) => <LoadingRow key={width} width={width} columns={columns} />)}
      </tbody>
    </table>
  )
}

function LoadingRow({ width, columns }: { width: number; columns: number }) {
  return (
    <tr role="row">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} role="cell">
          <Skeleton width={column === 0 ? width : 40} />
        </td>
      ))}
    </tr>
  )
}
