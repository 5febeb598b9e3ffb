import type { SignatureStatus } from '@rubrica/domain'
import type { DocumentSigner } from '../api/document-info.ts'
import { formatSignerTime, instantOf } from '../i18n/formats.ts'
import { useText } from '../i18n/use-text.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Tag } from '../ui/lists/tag.tsx'
import styles from './signers-table.module.css'

const STATUSES = {
  Signed: { text: 'viewer.statusSigned', tone: 'good' },
  Unsigned: { text: 'viewer.statusUnsigned', tone: 'warn' },
  Rejected: { text: 'viewer.statusRejected', tone: 'bad' },
  Undefined: { text: 'viewer.statusUndefined', tone: undefined },
} as const satisfies Record<NonNullable<SignatureStatus> | 'Undefined', unknown>

/** A time in the reader's zone, with the instant for machines and the zone for whoever points at it. */
function SignerTime({ time, zone }: { time: string; zone: string }) {
  const instant = instantOf(time)
  if (!instant) return <span aria-hidden>—</span>
  return (
    <time dateTime={instant.toISOString()} title={zone}>
      {formatSignerTime(time)}
    </time>
  )
}

/** The zone of the reader's device by its name and its distance from UTC now. */
function useZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const offset = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset' })
    .formatToParts()
    .find((part) => part.type === 'timeZoneName')?.value
  const fromUtc = (offset ?? 'GMT').replace('GMT', 'UTC')
  return timeZone === fromUtc ? timeZone : `${timeZone} (${fromUtc})`
}

function SignerRow({ signer, zone }: { signer: DocumentSigner; zone: string }) {
  const t = useText()
  const status = STATUSES[signer.SignatureStatus ?? 'Undefined']
  return (
    <tr role="row">
      <td role="cell" className={styles.signerName}>
        <Avatar name={signer.SignerName} />
        <strong>{signer.SignerName}</strong>
      </td>
      <td role="cell" className={styles.signerTime}>
        <span aria-hidden>{t('viewer.delivered')}</span>
        <SignerTime time={signer.UploadTime} zone={zone} />
      </td>
      <td role="cell" className={styles.signerTime}>
        <span aria-hidden>{t('viewer.operated')}</span>
        <SignerTime time={signer.OperationTime} zone={zone} />
      </td>
      <td role="cell" className={styles.signerStatus}>
        <Tag tone={status.tone}>{t(status.text)}</Tag>
      </td>
    </tr>
  )
}

/** Who signs a document: when it was sent to them, when they signed or rejected it, and how far they are. */
export function SignersTable({ signers }: { signers: readonly DocumentSigner[] }) {
  const t = useText()
  const zone = useZone()
  return (
    <>
      <table role="table" className={styles.signers} aria-label={t('viewer.signers')}>
        <thead role="rowgroup" className="sr-only">
          <tr role="row">
            <th role="columnheader">{t('viewer.signer')}</th>
            <th role="columnheader">{t('viewer.delivered')}</th>
            <th role="columnheader">{t('viewer.operated')}</th>
            <th role="columnheader">{t('viewer.status')}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {signers.map((signer) => (
            <SignerRow key={signer.GUID} signer={signer} zone={zone} />
          ))}
        </tbody>
      </table>
      <p className={styles.zone}>{t('viewer.zoneNote', { zone })}</p>
    </>
  )
}
