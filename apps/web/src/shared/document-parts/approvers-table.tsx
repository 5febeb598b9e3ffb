import type { DocumentSigner } from '../api/document-info.ts'
import { useText } from '../i18n/use-text.ts'
import { Avatar } from '../ui/avatar.tsx'
import styles from './approvers-table.module.css'

type Approver = DocumentSigner['Approvers'][number]

function ApproverRow({ approver }: { approver: Approver }) {
  const t = useText()
  return (
    <tr role="row">
      <td role="cell" className={styles.name}>
        <Avatar name={approver.Name} />
        <strong>{approver.Name}</strong>
      </td>
      <td role="cell" className={styles.fact}>
        <span aria-hidden>{t('viewer.email')}</span>
        {approver.Email || <span aria-hidden>—</span>}
      </td>
      <td role="cell" className={styles.fact}>
        <span aria-hidden>{t('viewer.legalId')}</span>
        {approver.LegalId || <span aria-hidden>—</span>}
      </td>
    </tr>
  )
}

/**
 * Who has to agree before each signer signs: name, e-mail and legal id; one table for each signer that has approvers.
 */
export function ApproversTable({ signers }: { signers: readonly DocumentSigner[] }) {
  const t = useText()
  return signers
    .filter((signer) => signer.Approvers.length > 0)
    .map((signer) => (
      <table key={signer.GUID} role="table" className={styles.approvers}>
        <caption>{t('viewer.approversOf', { name: signer.SignerName })}</caption>
        <thead role="rowgroup" className="sr-only">
          <tr role="row">
            <th role="columnheader">{t('viewer.approver')}</th>
            <th role="columnheader">{t('viewer.email')}</th>
            <th role="columnheader">{t('viewer.legalId')}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {signer.Approvers.map((approver, index) => (
            <ApproverRow key={index} approver={approver} />
          ))}
        </tbody>
      </table>
    ))
}
