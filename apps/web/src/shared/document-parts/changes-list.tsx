import { CircleCheck, CircleX } from 'lucide-react'
import { useText } from '../i18n/use-text.ts'
import styles from './changes-list.module.css'
import type { ChangeGroup } from './group-changes.ts'
import { useChangeWords } from './use-change-words.ts'

/** What was changed, in words, each with whether it is allowed. */
export function ChangesList({ groups, label }: { groups: readonly ChangeGroup[]; label: string }) {
  const t = useText()
  const changeWords = useChangeWords()
  return (
    <ul className={styles.changes} aria-label={label}>
      {groups.map((group) => {
        const Icon = group.isAllowed ? CircleCheck : CircleX
        return (
          <li key={`${group.isAllowed} ${group.code}`} data-allowed={group.isAllowed}>
            <Icon size={16} aria-hidden />
            <span>
              {changeWords(group)}{' '}
              <span className={styles.verdict}>
                {t(group.isAllowed ? 'signatures.isAllowed' : 'signatures.notAllowed')}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
