import { Lock, ShieldCheck } from 'lucide-react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { AskedFacts } from '../../shared/document-parts/asked-facts.tsx'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Link } from '../../shared/router/link.tsx'
import { isSelectable } from '../../shared/selection/selection-store.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/fields/checkbox.tsx'
import { FileWords, openerClass } from '../../shared/ui/lists/file-words.tsx'
import { cellClass, TagsCell } from '../../shared/ui/lists/list-table.tsx'
import { Tooltip } from '../../shared/ui/overlays/tooltip.tsx'
import styles from './documents-table.module.css'
import type { ListState } from './list-state.ts'

interface NameLinkProps {
  document: PendingDocument
  /** The list that the document goes back to. */
  list: ListState
}

interface DocumentRowProps extends NameLinkProps {
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

function NameLink({ document, list }: NameLinkProps) {
  const link = (
    <Link to="/documents/$docGuid" params={{ docGuid: document.DocGUI }} state={{ list }} className={openerClass}>
      <FileWords
        fileName={document.FileName}
        description={document.Description}
        hasAttachment={document.SignerDTO.HasAttachment}
      >
        <AskedFacts document={document} />
      </FileWords>
    </Link>
  )
  return document.Description ? <Tooltip text={document.Description}>{link}</Tooltip> : link
}

/** The tick box of a row; what must be read completely has a lock in its place, and is signed by itself. */
function SelectCell({ document, isSelected, onSelect }: Omit<DocumentRowProps, 'list'>) {
  const t = useText()
  return (
    <td role="cell" className={cellClass('select')}>
      {isSelectable(document) ? (
        <Checkbox
          labelHidden
          label={t('documents.selectDocument', { name: document.FileName })}
          checked={isSelected}
          onChange={onSelect}
        />
      ) : (
        <span className={styles.lock} title={t('documents.readAll')}>
          <Lock size={18} role="img" aria-label={t('documents.readAll')} />
        </span>
      )}
    </td>
  )
}

/** One document of the list. */
export function DocumentRow({ document, list, isSelected, onSelect }: DocumentRowProps) {
  const t = useText()
  const formats = useFormats()
  const certificate = document.SignerDTO.CentralizedCertificateInfo
  return (
    <tr role="row" data-selected={isSelected || undefined}>
      <SelectCell {...{ document, isSelected, onSelect }} />
      <td role="cell" className={cellClass('name')}>
        <NameLink document={document} list={list} />
      </td>
      <td role="cell" className={cellClass('date')}>
        <time className="num" dateTime={document.UploadTime}>
          {formats.date(document.UploadTime)}
        </time>
      </td>
      <TagsCell tag={document.Tag} />
      <td role="cell" className={cellClass('person')}>
        {document.SenderName ? (
          <bdi>{document.SenderName}</bdi>
        ) : (
          <span className="muted">{t('documents.noSender')}</span>
        )}
      </td>
      <td role="cell" className={styles.certificate} data-empty={certificate === null || undefined}>
        {certificate ? (
          <span className={styles.alias} title={certificate.Alias}>
            <ShieldCheck size={16} aria-hidden />
            <bdi>{certificate.Alias}</bdi>
          </span>
        ) : (
          <span className="muted">{t('documents.anyCertificate')}</span>
        )}
      </td>
      <td role="cell" className={cellClass('see')}>
        <Link
          to="/documents/$docGuid"
          params={{ docGuid: document.DocGUI }}
          state={{ list }}
          className={buttonClass({ size: 'small' })}
          aria-label={t('documents.seeDocument', { name: document.FileName })}
        >
          {t('documents.see')}
        </Link>
      </td>
    </tr>
  )
}
