import { BellRing, Download, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasLeft } from '@rubrica/domain'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { useDownload } from '../../../shared/page-viewer/use-download.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DocumentMenu } from '../changes/document-menu.tsx'
import type { OpenChange } from '../changes/open-change.ts'
import { useReminder } from '../changes/use-reminder.ts'
import type { SentDocument, SentPlace } from '../sent-queries.ts'
import { StateTag } from '../words/state-tag.tsx'
import { useProgressWords } from '../words/use-progress-words.ts'
import { awaitedOf } from './describe-people.ts'
import styles from './sent-detail.module.css'

interface SentHeadProps {
  document: SentDocument | undefined
  place: SentPlace
  /** The way back to the list. */
  back: ReactNode
  onWithdraw: () => void
  onChange: (change: OpenChange) => void
}

/** How far the document is, as the list says it. */
function Progress({ document }: { document: SentDocument }) {
  const progress = useProgressWords()
  const slots = document.signers.filter(({ state }) => !hasLeft(state))
  const signed = slots.filter(({ state }) => state === 'signed').length
  const awaited = document.state === 'open' ? awaitedOf(document) : []
  return (
    <p className={styles.progress}>
      <StateTag state={document.state} /> <span>{progress({ signed, signers: slots.length, awaited })}</span>
    </p>
  )
}

interface ActionsProps extends Pick<SentHeadProps, 'place' | 'onWithdraw' | 'onChange'> {
  document: SentDocument
}

function Actions({ document, place, onWithdraw, onChange }: ActionsProps) {
  const t = useText()
  const { docGuid, subscription } = place
  const { remind, isReminding } = useReminder(place)
  const isChangeable = document.mayManage && document.state === 'open'
  const { download, isDownloading } = useDownload(async () => ({
    DocContent: await senderApi.sentDocumentContent({ params: { docGuid }, query: { subscription } }),
    FileName: document.fileName,
  }))
  return (
    <div className={styles.actions}>
      {isChangeable && (
        <Button icon={BellRing} busy={isReminding} onClick={() => remind()}>
          {t('sent.change.remind')}
        </Button>
      )}
      <Button icon={Download} busy={isDownloading} onClick={download}>
        {t('sent.download')}
      </Button>
      <DocumentMenu {...{ document, place, onChange }} />
      {isChangeable && (
        <Button kind="danger-quiet" icon={Undo2} onClick={onWithdraw}>
          {t('sent.withdraw.open')}
        </Button>
      )}
    </div>
  )
}

/** The document's name, how far it is, and what can be done about it. */
export function SentHead({ document, place, back, onWithdraw, onChange }: SentHeadProps) {
  const t = useText()
  return (
    <div className={styles.head}>
      {back}
      <div className={styles.title}>
        <h1>{document ? <bdi>{document.fileName}</bdi> : t('titles.document')}</h1>
        {document && <Progress document={document} />}
      </div>
      {document && <Actions {...{ document, place, onWithdraw, onChange }} />}
    </div>
  )
}
