import { Copy, Download, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { saveFile } from '../page-viewer/save-file.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/status/notice.tsx'
import styles from './factor.module.css'

/** Prints a text alone, not the page that it stands on. */
function printText(text: string): void {
  const frame = document.body.appendChild(document.createElement('iframe'))
  frame.hidden = true
  const lines = frame.contentDocument!.createElement('pre')
  lines.textContent = text
  frame.contentDocument!.body.append(lines)
  frame.contentWindow!.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow!.print()
}

/** Shows recovery codes, for the only time, to be kept elsewhere. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useText()
  const saidId = useId()
  const [outcome, setOutcome] = useState<'copied' | 'copyRefused'>()
  const text = [t('factors.codesHead', { origin: location.host }), ...codes].join('\n')
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setOutcome('copied'),
      () => setOutcome('copyRefused'),
    )
  return (
    <div className={styles.setup}>
      <Notice tone="warn">{t('factors.codesOnce')}</Notice>
      <ul className={styles.codes} aria-label={t('factors.recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button
          icon={Download}
          onClick={() => saveFile({ DocContent: new Blob([`${text}\n`]), FileName: t('factors.codesFile') })}
        >
          {t('factors.download')}
        </Button>
        <Button icon={Copy} aria-describedby={saidId} onClick={() => void copy()}>
          {t('factors.copy')}
        </Button>
        <Button icon={Printer} onClick={() => printText(text)}>
          {t('factors.print')}
        </Button>
        <span id={saidId} role="status" className="muted">
          {outcome && t(`factors.${outcome}`)}
        </span>
      </div>
    </div>
  )
}
