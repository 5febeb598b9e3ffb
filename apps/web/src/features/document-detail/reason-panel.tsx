import { ChevronDown } from 'lucide-react'
import { isDecided } from '../../shared/api/decided.ts'
import type { OpenedDocument } from '../../shared/api/pending-documents.ts'
import { SignBy } from '../../shared/document-parts/asked-facts.tsx'
import { useDeviceChoice } from '../../shared/document-parts/use-device-choice.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import styles from './reason-panel.module.css'

interface ReasonPanelProps {
  document: OpenedDocument
  /** Among other facts, where there is no room under the pages. */
  inside?: boolean
}

/** Under the pages: why the signature is asked for, and until when. Folded, it stays so on this device. */
export function ReasonPanel({ document, inside = false }: ReasonPanelProps) {
  const t = useText()
  const [folded, setFolded] = useDeviceChoice('reasonFolded')
  const { Deadline, SignerDTO } = document
  return (
    <section className={styles.panel} data-inside={inside || undefined} aria-label={t('viewer.reason')}>
      <details open={!folded} onToggle={({ currentTarget }) => setFolded(!currentTarget.open)}>
        <summary>
          {t('viewer.reason')}
          <ChevronDown size={16} aria-hidden />
          {Deadline && !isDecided(document) && (
            <span className={styles.deadline}>
              <SignBy deadline={Deadline} />
            </span>
          )}
        </summary>
        <p className={SignerDTO.SignatureReason ? undefined : 'muted'}>
          {SignerDTO.SignatureReason || t('viewer.noReason')}
        </p>
      </details>
    </section>
  )
}
