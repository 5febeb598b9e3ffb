import type { DocumentSignatures } from '../../shared/api/document-signatures.ts'
import { findText } from '../../shared/i18n/language.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import styles from './signatures-tab.module.css'

/** The letters that a baseline level ends in, as people of the field call it: B, T, LT, LTA. */
const shortLevel = (level: string | null) => level?.split('-').at(-1) ?? 'B'

/** How far the document is on its way to a form that can be checked for years, where it has been sent on that way. */
export function ArchiveState({ archive }: { archive: DocumentSignatures['Archive'] }) {
  const t = useText()
  const { State, Level, Reason } = archive
  if (State === 'none') return null
  const level = shortLevel(Level)
  const general = t('signatures.archive.reasons.OTHER')
  const reason = Reason === null ? null : (findText(`signatures.archive.reasons.${Reason}`) ?? general)
  return (
    <section className={styles.archive}>
      <h2>{t('signatures.archive.title')}</h2>
      <p>
        {State === 'waiting' && t('signatures.archive.waiting')}
        {State === 'done' && t('signatures.archive.done', { level })}
        {State === 'failed' && t('signatures.archive.failed', { level, reason: reason ?? general })}
      </p>
      {State !== 'failed' && reason !== null && <p className="muted">{reason}</p>}
    </section>
  )
}
