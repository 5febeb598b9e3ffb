import type { DraftMail } from '@rubrica/contract'
import { useCallback, useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { drawMail } from './draw-mail.ts'
import styles from './preview.module.css'
import type { PreviewedPerson } from './previewed-people.ts'

export type { DraftMail }

interface MailViewProps {
  mail: DraftMail | undefined
  person: PreviewedPerson
  /** A data address, or null. */
  logo: string | null
}

/** The mail that somebody will get, in their language, and when. */
export function MailView({ mail, person, logo }: MailViewProps) {
  const t = useText()
  const [isPlain, setPlain] = useState(false)
  if (!mail?.mail) return <Notice tone="warn">{t('preview.noMail', { name: person.name })}</Notice>
  const { subject, text, html } = mail.mail
  return (
    <article className={styles.mail} aria-label={t('preview.mail')}>
      <p className="muted">{t(`preview.when.${person.as}`)}</p>
      <h3 lang={mail.language}>{subject}</h3>
      {isPlain ? (
        <p lang={mail.language} className={styles.text}>
          {text}
        </p>
      ) : (
        <DrawnMail html={html} logo={logo} language={mail.language} />
      )}
      <div>
        <Button size="small" onClick={() => setPlain(!isPlain)}>
          {t(isPlain ? 'preview.asDrawn' : 'preview.asText')}
        </Button>
      </div>
    </article>
  )
}

interface DrawnMailProps {
  html: string
  logo: string | null
  language: string
}

/** In a tree of its own, which the portal's styles do not reach. */
function DrawnMail({ html, logo, language }: DrawnMailProps) {
  const show = useCallback(
    (host: HTMLDivElement | null) => {
      const root = host && (host.shadowRoot ?? host.attachShadow({ mode: 'open' }))
      root?.replaceChildren(drawMail(html, logo))
    },
    [html, logo],
  )
  return <div ref={show} lang={language} className={styles.drawn} />
}
