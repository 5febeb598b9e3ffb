import { UsersRound } from 'lucide-react'
import { useEffect } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { takeOffice, type Office } from '../../shared/session/office.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './office-bar.module.css'

/** Says, over every screen, in whose name the person acts, and lets them end it. */
export function OfficeBar({ office: { principalName, isAssistant } }: { office: Office }) {
  const t = useText()
  // Nothing is decided by an assistant: the bars that lead to it are away.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-assisting', isAssistant)
  }, [isAssistant])
  return (
    <section className={styles.bar} aria-label={t('absence.office')}>
      <div className={styles.content}>
        <UsersRound size={18} aria-hidden />
        <p>{t(isAssistant ? 'absence.assisting' : 'absence.actingFor', { name: principalName })}</p>
        <Button size="small" onClick={() => takeOffice(undefined)}>
          {t('absence.leaveOffice')}
        </Button>
      </div>
    </section>
  )
}
