import { Link } from '@tanstack/react-router'
import { FileText, Lock, Paperclip, ShieldCheck } from 'lucide-react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { tagsOf } from '../../shared/api/tags-of.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { isSelectable } from '../../shared/selection/selection-store.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { Tooltip } from '../../shared/ui/tooltip.tsx'
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
  const t = useText()
  const { SignerDTO: signer } = document
  const link = (
    <Link to="/documents/$docGuid" params={{ docGuid: document.DocGUI }} state={{ list }} className={styles.document}>
      <span className={styles.icon} aria-hidden>
        <FileText size={18} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          <bdi className={styles.fileName}>{document.FileName}</bdi>
          {signer.HasAttachment && <Paperclip size={14} role="img" aria-label={t('documents.hasAttachment')} />}
        </span>
        {document.Description && <bdi className={styles.description}>{document.Description}</bdi>}
      </span>
    </Link>
  )
  return document.Description ? <Tooltip text={document.Description}>{link}</Tooltip> : link
}

function Tags({ tag }: { tag: string }) {
  const t = useText()
  const tags = tagsOf(tag)
  if (tags.length === 0) return <span className="muted">{t('documents.noTag')}</span>
  return tags.map((word) => (
    <Tag key={word}>
      <bdi title={word}>{word}</bdi>
    </Tag>
  ))
}

/** The tick box of a row; what must be read completely has a lock in its place, and is signed by itself. */
function SelectCell({ document, isSelected, onSelect }: Omit<DocumentRowProps, 'list'>) {
  const t = useText()
  return (
    <td role="cell" className={styles.select}>
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
    <tr role="row" className={isSelected ? styles.selected : undefined}>
      <SelectCell {...{ document, isSelected, onSelect }} />
      <td role="cell" className={styles.name}>
        <NameLink document={document} list={list} />
      </td>
      <td role="cell" className={styles.date}>
        <time className="num" dateTime={document.UploadTime}>
          {formats.date(document.UploadTime)}
        </time>
      </td>
      <td role="cell" className={styles.tags} data-empty={document.Tag === '' || undefined}>
        <Tags tag={document.Tag} />
      </td>
      <td role="cell" className={styles.sender}>
        {document.SenderName ? (
          <bdi>{document.SenderName}</bdi>
        ) : (
          <span className="muted">{t('documents.noSender')}</span>
        )}
      </td>
      <td role="cell" className={styles.certificate} data-empty={certificate === null || undefined}>
        {certificate ? (
          <span className={styles.alias}>
            <ShieldCheck size={16} aria-hidden />
            <bdi>{certificate.Alias}</bdi>
          </span>
        ) : (
          <span className="muted">{t('documents.anyCertificate')}</span>
        )}
      </td>
      <td role="cell" className={styles.see}>
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
