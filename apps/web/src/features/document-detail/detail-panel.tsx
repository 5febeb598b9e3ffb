import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PendingDocument } from '../../shared/api/pending-documents.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import styles from './detail-panel.module.css'
import { SignTab } from './sign-tab.tsx'
import { SignersTab } from './signers-tab.tsx'

interface DetailPanelProps {
  docGuid: string
  document: PendingDocument | undefined
  /** On a phone only: whether the sheet is up. Beside the pages it always is. */
  open: boolean
  onClose: () => void
}

/** What there is to know about a document beside its pages: a panel, or on a phone a sheet over the pages. */
export function DetailPanel({ docGuid, document, open, onClose }: DetailPanelProps) {
  const t = useText()
  const [tab, setTab] = useState('sign')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (open) panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }, [open])
  const tabs = [
    { id: 'sign', label: t('viewer.signTab'), content: <SignTab document={document} /> },
    { id: 'signers', label: t('viewer.signersTab'), content: <SignersTab docGuid={docGuid} /> },
  ]
  return (
    <aside
      ref={panel}
      id="document-details"
      className={styles.panel}
      data-open={open || undefined}
      aria-label={t('viewer.details')}
      onKeyDown={(event) => {
        if (open && event.key === 'Escape') onClose()
      }}
    >
      <Tabs label={t('viewer.details')} items={tabs} selected={tab} onSelect={setTab} className={styles.tabs} />
      <IconButton className={styles.closePanel} icon={X} label={t('viewer.closeDetails')} onClick={onClose} />
    </aside>
  )
}
