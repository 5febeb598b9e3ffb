import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from './button.tsx'
import { Dialog } from './overlays/dialog.tsx'
import styles from './page-box.module.css'

interface PageBoxProps {
  page: number
  total: number
  label: string
  onGo: (page: number) => void
  autoFocus?: boolean
}

/** The page (from 1) that a text asks for, or null when there is no such page. */
function pageAskedFor(text: string, total: number): number | null {
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return page >= 1 && page <= total ? page : null
}

/**
 * A box with a page number in it; Enter goes there. It takes digits only, and warns, with the total, when there is no
 * such page (spec §5).
 */
export function PageBox({ page, total, label, onGo, autoFocus }: PageBoxProps) {
  const t = useText()
  const [text, setText] = useState<string | null>(null)
  const [warning, setWarning] = useState(false)
  const go = () => {
    const asked = pageAskedFor(text ?? String(page), total)
    setText(null)
    if (asked === null) setWarning(true)
    else onGo(asked)
  }
  return (
    <>
      <input
        className={styles.box}
        aria-label={label}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        autoFocus={autoFocus}
        maxLength={9}
        value={text ?? page}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            go()
          }
          if (event.key === 'Escape') setText(null)
        }}
      />
      <Dialog
        alert
        open={warning}
        onClose={() => setWarning(false)}
        title={t('pageBox.warningTitle')}
        description={t('pageBox.warningText', { total })}
        actions={
          <Button kind="primary" onClick={() => setWarning(false)}>
            {t('pageBox.understood')}
          </Button>
        }
      />
    </>
  )
}
