import type { ProviderManifest } from '@rubrica/providers/manifests'
import { KeyRound, ShieldAlert, ShieldCheck, Trash2 } from 'lucide-react'
import type { Certificate } from '../../shared/api/certificates.ts'
import { instantOf, useFormats } from '../../shared/i18n/formats.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { StateNote, StateTag } from '../../shared/subject/certificate-state.tsx'
import { HolderLine } from '../../shared/subject/holder-line.tsx'
import { SubjectName } from '../../shared/subject/subject-name.tsx'
import { useWays } from '../../shared/subject/use-ways.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import styles from './certificate-table.module.css'
import { expiryOf, type Expiry } from './expiry-of.ts'

export interface RowActions {
  /** Absent where certificates of this type cannot be deleted. */
  onDelete?: ((certificate: Certificate) => void) | undefined
  /** Absent where their PIN is kept elsewhere. */
  onChangePin?: ((certificate: Certificate) => void) | undefined
}

interface CertificateRowProps extends RowActions {
  certificate: Certificate
  manifest: ProviderManifest
  hasActions: boolean
}

/** One certificate: what it is, whether it can sign, and what can be done with it. */
export function CertificateRow(props: CertificateRowProps) {
  const t = useText()
  const { certificate, manifest, hasActions } = props
  const { certalias: alias, DN, Holder } = certificate
  // One that was made for one signature has served; that it has run out since is as it should be.
  const isPast = manifest.way === 'on-demand'
  const expiry: Expiry = isPast ? { kind: 'valid' } : expiryOf(certificate.ExpirationDate, new Date())
  const isOver = certificate.Locked === true || (!isPast && !Holder.MaySign) || expiry.kind === 'expired'
  const Shield = isOver ? ShieldAlert : ShieldCheck
  return (
    <tr role="row">
      <td role="cell" className={styles.alias}>
        <div className={styles.named}>
          <span className={classNames(styles.shield, isOver && styles.shieldOver)} aria-hidden>
            <Shield size={18} />
          </span>
          <div>
            {alias}
            <small className={classNames(styles.note, 'muted')}>
              <HolderLine holder={Holder} />
            </small>
            {!isPast && <CertificateNote {...{ certificate, manifest }} />}
          </div>
        </div>
      </td>
      {manifest.showsSubject && (
        <td role="cell" className={styles.subject}>
          <SubjectName distinguishedName={DN} />
        </td>
      )}
      <td role="cell" className={styles.expiration} data-label={t('certificates.expiration')}>
        <Expiration text={certificate.ExpirationDate} expiry={expiry} />
      </td>
      {hasActions && (
        <td role="cell" className={styles.actions}>
          <CertificateActions {...props} />
        </td>
      )}
    </tr>
  )
}

function CertificateActions({ certificate, onDelete, onChangePin }: CertificateRowProps) {
  const t = useText()
  const { certalias: alias, Locked: isLocked } = certificate
  return (
    <div>
      {onChangePin && !isLocked && (
        <IconButton
          icon={KeyRound}
          label={t('certificates.changePin.label', { alias })}
          onClick={() => onChangePin(certificate)}
        />
      )}
      {onDelete && (
        <IconButton
          icon={Trash2}
          label={t('certificates.delete.label', { alias })}
          onClick={() => onDelete(certificate)}
        />
      )}
    </div>
  )
}

/** What a certificate asks for when it signs; or why it does not sign at all, and what to do. */
function CertificateNote({ certificate, manifest }: Pick<CertificateRowProps, 'certificate' | 'manifest'>) {
  const t = useText()
  const ways = useWays()
  const { Verdict, MaySign } = certificate.Holder
  if (!MaySign || certificate.Locked) {
    return (
      <small className={styles.note}>
        <StateNote {...{ certificate, manifest }} />
      </small>
    )
  }
  return (
    <>
      <small className={classNames(styles.note, 'muted')}>{ways({ certificate, manifest })}</small>
      {Verdict === 'unknown' && <small className={styles.note}>{t('certificates.unknownText')}</small>}
    </>
  )
}

function Expiration({ text, expiry }: { text: string; expiry: Expiry }) {
  const t = useText()
  const formats = useFormats()
  return (
    <>
      <time className="num" dateTime={instantOf(text)?.toISOString()}>
        {formats.date(text)}
      </time>
      {expiry.kind === 'expired' && <StateTag state="expired" />}
      {expiry.kind === 'near' && (
        <Tag tone="warn">
          {expiry.days === 0 ? t('certificates.expiresToday') : t('certificates.expiresIn', { count: expiry.days })}
        </Tag>
      )}
    </>
  )
}
