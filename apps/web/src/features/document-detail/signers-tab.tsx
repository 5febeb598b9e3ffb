import { useQuery } from '@tanstack/react-query'
import type { SignatureStatus } from '@rubrica/domain'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { formatSignerTime, instantOf } from '../../shared/i18n/formats.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Avatar } from '../../shared/ui/avatar.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import panel from './detail-panel.module.css'
import styles from './signers-tab.module.css'
import { documentInfoQuery } from './document-query.ts'

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

interface Signer {
  GUID: string
  SignerName: string
  UploadTime: string
  OperationTime: string
  SignatureStatus: SignatureStatus
}

function SignersTable({ signers }: { signers: readonly Signer[] }) {
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
          {signers.map((signer) => {
            const status = STATUSES[signer.SignatureStatus ?? 'Undefined']
            return (
              <tr role="row" key={signer.GUID}>
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
          })}
        </tbody>
      </table>
      <p className={styles.zone}>{t('viewer.zoneNote', { zone })}</p>
    </>
  )
}

/** Who else signs, and how far each of them is. */
export function SignersTab({ docGuid }: { docGuid: string }) {
  const t = useText()
  const errorText = useErrorText()
  const { data: info, error, isFetching, refetch } = useQuery(documentInfoQuery(docGuid))
  if (info) {
    return (
      <div className={panel.tabContent}>
        <SignersTable signers={info.Signers} />
      </div>
    )
  }
  if (error) {
    return (
      <div className={panel.tabContent}>
        <Notice tone="bad">
          {t('viewer.signersFailed')} {!isSessionExpiry(error) && errorText(error)}
        </Notice>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </div>
    )
  }
  return (
    <div className={panel.tabContent} aria-busy>
      {[70, 50, 65, 45].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
