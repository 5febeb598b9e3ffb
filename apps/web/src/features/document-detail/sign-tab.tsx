import { ShieldCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { isDecided } from '../../shared/api/decided.ts'
import { cachedPendingDocument, type OpenedDocument, type PendingDocument } from '../../shared/api/pending-documents.ts'
import { tagsOf } from '../../shared/api/tags-of.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { completeTexts } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { RemarksPart } from '../../shared/remarks/remarks-part.tsx'
import { Tag } from '../../shared/ui/lists/tag.tsx'
import { useIsLow } from '../../shared/ui/use-is-narrow.ts'
import { TabSkeleton } from '../../shared/document-parts/tab-states.tsx'
import panel from '../../shared/document-parts/detail-panel.module.css'
import { ReasonPanel } from './reason-panel.tsx'
import styles from './sign-tab.module.css'

/** Comes with the few documents that may be passed on. */
const PassingOn = lazy(async () => {
  const [module] = await Promise.all([import('./passing-on/passing-on.tsx'), completeTexts('elsewhere')])
  return { default: module.PassingOn }
})

interface FactsProps {
  document: PendingDocument
  alone: string | undefined
}

function Facts({ document, alone }: FactsProps) {
  const t = useText()
  const formats = useFormats()
  const tags = tagsOf(document.Tag)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('viewer.sender')}</dt>
        <dd>{document.SenderName || <span className="muted">{t('documents.noSender')}</span>}</dd>
      </div>
      <div>
        <dt>{t('viewer.sent')}</dt>
        <dd>
          <time dateTime={document.UploadTime}>{formats.date(document.UploadTime)}</time>
        </dd>
      </div>
      {document.Deadline && (
        <div>
          <dt>{t('viewer.deadline')}</dt>
          <dd>
            <time dateTime={document.Deadline}>{formats.moment(document.Deadline)}</time>
          </dd>
        </div>
      )}
      <Certificate {...{ document, alone }} />
      {document.Description && (
        <div>
          <dt>{t('viewer.description')}</dt>
          <dd>{document.Description}</dd>
        </div>
      )}
      {document.PrivateMessage && (
        <div>
          <dt>{t('viewer.privateMessage')}</dt>
          <dd className={styles.private}>{document.PrivateMessage}</dd>
        </div>
      )}
      {tags.length > 0 && (
        <div>
          <dt>{t('viewer.tags')}</dt>
          <dd className={styles.tags}>
            {tags.map((word) => (
              <Tag key={word}>{word}</Tag>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

/** With what it is to be signed: a certificate, one of a type, or any. */
function Certificate({ document, alone }: FactsProps) {
  const t = useText()
  const certificate = document.SignerDTO.CentralizedCertificateInfo
  const typeNamed = document.SignerDTO.DemandedCertificateType ?? undefined
  return (
    <div>
      <dt>{t('viewer.certificate')}</dt>
      <dd className={styles.certificate}>
        {(certificate ?? typeNamed) && <ShieldCheck size={16} aria-hidden />}
        {certificate?.Alias ?? typeNamed ?? alone ?? t('documents.anyCertificate')}
      </dd>
    </div>
  )
}

interface SignTabProps extends Pick<FactsProps, 'alone'> {
  document: OpenedDocument | undefined
  /** Leads back to the list, when somebody else is asked. */
  onLeave: () => void
}

/** What there is to know of a document; with the reason, where there is no room for it under the pages. */
export function SignTab({ document, alone, onLeave }: SignTabProps) {
  const isLow = useIsLow()
  if (!document) return <TabSkeleton />
  return (
    <div className={panel.tabContent}>
      {isLow && <ReasonPanel inside document={document} />}
      <Facts {...{ document, alone }} />
      <RemarksPart
        part={{ signerGuid: document.SignerDTO.SignerGUID }}
        mark={cachedPendingDocument(document.DocGUI)?.Remark ?? document.Remark}
        isDecided={isDecided(document)}
      />
      {document.SignerDTO.PassingOn !== 'no' && (
        <Suspense>
          <PassingOn {...{ document, onLeave }} />
        </Suspense>
      )}
    </div>
  )
}
