import { useState, type ReactNode } from 'react'
import { today } from '../../shared/i18n/days.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Card } from '../../shared/ui/card.tsx'
import { EMPTY_DRAFT, isEmptyDraft, renameFile, type Draft } from './draft.ts'
import { FilesPart } from './files/files-part.tsx'
import { useUploads } from './files/use-uploads.ts'
import { LeavingDialog } from './leaving-dialog.tsx'
import { OptionsPart } from './options-part.tsx'
import { PeoplePart } from './people/people-part.tsx'
import { SendBar } from './send-bar.tsx'
import styles from './send.module.css'

/** @param subscription the one that is sent from, where there are several */
export function Send({ subscription }: { subscription: string | undefined }) {
  const t = useText()
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT)
  const [isSent, setSent] = useState(false)
  const uploads = useUploads(setDraft, { subscription })
  return (
    <>
      <div className={styles.head}>
        <h1>{t('titles.send')}</h1>
        <p className="muted">{t('send.lead')}</p>
      </div>
      <div className={styles.parts}>
        <Part id="send-files" title={t('send.files')}>
          <FilesPart
            files={draft.files}
            onAdd={uploads.add}
            onRetry={uploads.retry}
            onRemove={uploads.remove}
            onRename={(key, name) => setDraft((before) => renameFile(before, key, name))}
          />
        </Part>
        <Part id="send-people" title={t('send.people')}>
          <PeoplePart draft={draft} subscription={subscription} onChange={setDraft} />
        </Part>
        <Part id="send-options" title={t('send.options')}>
          <OptionsPart
            draft={draft}
            today={today()}
            onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
          />
        </Part>
        <SendBar draft={draft} subscription={subscription} onSent={() => setSent(true)} />
      </div>
      <LeavingDialog isChanged={!isSent && !isEmptyDraft(draft)} />
    </>
  )
}

/** One of the parts of the page; what is missing leads to its heading. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card className={styles.part} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <div className={styles.fields}>{children}</div>
    </Card>
  )
}
