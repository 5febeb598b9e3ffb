import { Check, Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import styles from './keys.module.css'
import type { MadeKey } from './keys-query.ts'

/** Shows a new key, for the only time. */
export function NewKeyDialog({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const saidId = useId()
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.Key)
      setOutcome('copied')
    } catch {
      // A browser may forbid it, or know it only over https: then the person copies it by hand.
      field.current?.focus()
      field.current?.select()
      setOutcome('refused')
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.madeTitle', { name: made.Name })}
      description={t('keys.madeText')}
      actions={<Button onClick={onClose}>{t('keys.kept')}</Button>}
    >
      <Notice tone="warn">{t('keys.once')}</Notice>
      <TextField
        ref={field}
        readOnly
        label={t('keys.key')}
        value={made.Key}
        onChange={() => undefined}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.copy}>
        <Button
          autoFocus
          kind="primary"
          icon={outcome === 'copied' ? Check : Copy}
          aria-describedby={saidId}
          onClick={() => void copy()}
        >
          {t('keys.copy')}
        </Button>
        <span id={saidId} role="status" className="muted">
          {outcome && t(`keys.${outcome}`)}
        </span>
      </div>
    </Dialog>
  )
}
