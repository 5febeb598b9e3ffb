import type { ReactNode } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import styles from './invitation.module.css'

interface InvitationEndProps {
  how: 'signed' | 'rejected' | 'kept' | 'over'
  fileName: string
  /** What can be done next. */
  children?: ReactNode
}

/** What became of the document that somebody was invited to. */
export function InvitationEnd({ how, fileName, children }: InvitationEndProps) {
  const t = useText()
  return (
    <div className={styles.form}>
      <div role="status">
        <InvitationHead title={t(`invitation.${how}`, { file: fileName })} text={t(`invitation.${how}Text`)} />
      </div>
      {children}
    </div>
  )
}

export function InvitationHead({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.head}>
      <span className={styles.logo}>
        <Logo size={40} />
      </span>
      <h1>{title}</h1>
      <p className="muted">{text}</p>
    </div>
  )
}
