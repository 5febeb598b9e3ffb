import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import type { PlacedWords } from './places.ts'
import styles from './place-panel.module.css'
import type { PlacesOfFile } from './use-places.ts'

const DETAILS = ['occurrence', 'from', 'to', 'dx', 'dy'] as const
type Details = Readonly<Record<(typeof DETAILS)[number], string>>
const NO_DETAILS: Details = { occurrence: '', from: '', to: '', dx: '', dy: '' }
/** Points; no page is larger. */
const FARTHEST = 14_400

/** What was typed, as far as it is a number that may stand there. */
function read(details: Details): Partial<PlacedWords> {
  const number = (text: string) => (text.trim() === '' ? undefined : Number(text.trim().replace(',', '.')))
  const whole = (text: string, most: number) => {
    const value = number(text)
    return value !== undefined && Number.isInteger(value) && value >= 1 ? Math.min(value, most) : undefined
  }
  const points = (text: string) => {
    const value = number(text)
    return value !== undefined && Math.abs(value) <= FARTHEST ? value : undefined
  }
  return {
    occurrence: whole(details.occurrence, 1000),
    from: whole(details.from, Number.MAX_SAFE_INTEGER),
    to: whole(details.to, Number.MAX_SAFE_INTEGER),
    dx: points(details.dx),
    dy: points(details.dy),
  }
}

/** A place that is found when the document is sent. */
export function PlaceByWords({ places: { file, signer, lock, change } }: { places: PlacesOfFile }) {
  const t = useText()
  const [text, setText] = useState('')
  const [details, setDetails] = useState(NO_DETAILS)
  const words = text.trim()
  const add = () => {
    if (words === '' || lock) return
    const found = { key: crypto.randomUUID(), file: file.key, signer, words, ...read(details) }
    change((all) => ({ ...all, words: [...all.words, found] }))
    setText('')
    setDetails(NO_DETAILS)
  }
  return (
    <div className={styles.byWords}>
      <TextField
        label={t('send.places.words')}
        hint={t('send.places.wordsHint')}
        maxLength={200}
        value={text}
        onChange={setText}
        onKeyDown={(event) => event.key === 'Enter' && add()}
      />
      <details className={styles.more}>
        <summary>{t('send.places.wordsMore')}</summary>
        <div className={styles.numbers}>
          {DETAILS.map((one) => (
            <TextField
              key={one}
              label={t(`send.places.wordsOf.${one}`)}
              inputMode="decimal"
              maxLength={8}
              value={details[one]}
              onChange={(typed) => setDetails((before) => ({ ...before, [one]: typed }))}
            />
          ))}
        </div>
      </details>
      <Button size="small" disabled={words === '' || lock !== undefined} onClick={add}>
        {t('send.places.addWords')}
      </Button>
    </div>
  )
}
