import { useText } from '../i18n/use-text.ts'
import { describeSubject } from './describe-subject.ts'
import styles from './subject-name.module.css'

/** A distinguished name with room to break its line between two of its parts. */
const spacedName = (name: string) => name.replaceAll(/,(?=[A-Za-z\d][\w.-]*=)/g, ', ')

/** Whose a certificate is, as people say it; its distinguished name, letter by letter, for those who ask. */
export function SubjectName({ distinguishedName }: { distinguishedName: string }) {
  const t = useText()
  const { name, facts } = describeSubject(distinguishedName)
  return (
    <div className={styles.subject}>
      {/* A name that is written from right to left leaves the rest of the line as it is. */}
      <bdi>{name}</bdi>
      {facts.length > 0 && (
        <span className="muted">
          <bdi>{facts.join(' · ')}</bdi>
        </span>
      )}
      {distinguishedName !== name && (
        <details>
          <summary>{t('subject.whole')}</summary>
          <bdi>{spacedName(distinguishedName)}</bdi>
        </details>
      )}
    </div>
  )
}
