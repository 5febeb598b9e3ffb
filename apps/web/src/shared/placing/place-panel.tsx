import {
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Trash2,
  X,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PlaceByWords } from './place-by-words.tsx'
import { alignBoxes, changeBox, inOrder, lockOf, removePlaces, type Alignment, type PlacedBox } from './places.ts'
import styles from './place-panel.module.css'
import pageStyles from './places.module.css'
import { colourOf } from './signer-colours.ts'
import { useBoxActs } from './use-box-keys.ts'
import { toggled, useBoxWords, useLockWords, type PlacesOfFile } from './use-places.ts'

interface PlacePanelProps {
  places: PlacesOfFile
  /** Shows a page. */
  onGo: (page: number) => void
}

/** Everything that a pointer does to boxes, in numbers and buttons, and a list of what is placed. */
export function PlacePanel({ places, onGo }: PlacePanelProps) {
  const acts = useBoxActs(places)
  const { chosen } = acts
  return (
    <div className={styles.panel}>
      {chosen.length > 0 && <Selected {...{ places, acts }} />}
      <Placed {...{ places, onGo }} />
      <PlaceByWords places={places} />
    </div>
  )
}

type Acts = ReturnType<typeof useBoxActs>

const ALIGN: Readonly<Record<Alignment, LucideIcon>> = {
  left: AlignStartVertical,
  right: AlignEndVertical,
  top: AlignStartHorizontal,
  bottom: AlignEndHorizontal,
}

const PAD = [
  ['up', ArrowUp, 0, 1],
  ['left', ArrowLeft, -1, 0],
  ['right', ArrowRight, 1, 0],
  ['down', ArrowDown, 0, -1],
] as const

/** Points that a press of the pad moves a box by: a finger wants fewer presses than a key. */
const PAD_STEP = 4

function Selected({ places, acts }: { places: PlacesOfFile; acts: Acts }) {
  const t = useText()
  const { selected, file } = places
  const { chosen } = acts
  const [box] = chosen
  return (
    <section className={styles.sheetOfBox} aria-label={t('send.places.selected')}>
      <IconButton icon={X} className={styles.close} label={t('common.close')} onClick={() => places.setSelected([])} />
      <div className={styles.pad}>
        {PAD.map(([to, icon, x, y]) => (
          <IconButton
            key={to}
            bordered
            icon={icon}
            className={styles[to]}
            label={t(`send.places.move.${to}`)}
            onClick={() => acts.move(x * PAD_STEP, y * PAD_STEP)}
          />
        ))}
      </div>
      {chosen.length === 1 && box ? (
        <Numbers key={box.key} {...{ box, places, acts }} />
      ) : (
        <>
          <p>{t('send.places.selectedMany', { count: chosen.length })}</p>
          <div className={styles.row}>
            {(Object.keys(ALIGN) as Alignment[]).map((to) => (
              <IconButton
                key={to}
                bordered
                icon={ALIGN[to]}
                label={t(`send.places.align.${to}`)}
                onClick={() => acts.change((all) => alignBoxes(all, { keys: selected, to }, file.uploaded.pages))}
              />
            ))}
          </div>
        </>
      )}
      <div className={styles.row}>
        <Button size="small" onClick={acts.onAllPages}>
          {t('send.places.allPages')}
        </Button>
        <Button
          size="small"
          onClick={() => {
            acts.copy()
            acts.paste(box!.page)
          }}
        >
          {t('send.places.copy')}
        </Button>
        <Button size="small" icon={Trash2} onClick={acts.remove}>
          {t('send.places.remove')}
        </Button>
      </div>
    </section>
  )
}

const SIDES = ['x', 'y', 'width', 'height', 'page'] as const

/** Place and size in numbers, and whose it is. */
function Numbers({ box, places, acts }: { box: PlacedBox; places: PlacesOfFile; acts: Acts }) {
  const t = useText()
  const wordsOfLock = useLockWords()
  const { draft, file } = places
  const change = (to: Partial<PlacedBox>) =>
    acts.change((all) => changeBox(all, { ...to, key: box.key }, file.uploaded.pages))
  const give = (signer: string) => {
    const lock = lockOf(draft.places, file.uploaded, { file: file.key, signer })
    if (lock) places.tell(wordsOfLock(lock))
    else change({ signer })
  }
  return (
    <>
      <SelectField label={t('send.places.who')} value={box.signer} onChange={give}>
        {draft.signers.map(({ userId, name }, index) => (
          <option key={userId} value={userId}>
            {`${index + 1} · ${name}`}
          </option>
        ))}
      </SelectField>
      <div className={styles.numbers}>
        {SIDES.map((side) => (
          <NumberField
            key={`${side} ${box[side]}`}
            label={t(`send.places.${side}`)}
            value={box[side]}
            onCommit={(value) => change({ [side]: value })}
          />
        ))}
      </div>
      <p className={styles.small}>{t('send.places.points')}</p>
    </>
  )
}

interface NumberFieldProps {
  label: string
  value: number
  onCommit: (value: number) => void
}

/** Takes what was typed with Enter, or when it is left. */
function NumberField({ label, value, onCommit }: NumberFieldProps) {
  const [text, setText] = useState(String(value))
  const commit = () => {
    const typed = Number(text.trim().replace(',', '.'))
    if (text.trim() === '' || !Number.isFinite(typed)) setText(String(value))
    else if (typed !== value) {
      onCommit(typed)
      // A number that the page does not allow comes back as the one that it does.
      setText(String(value))
    }
  }
  return (
    <TextField
      label={label}
      inputMode="decimal"
      maxLength={8}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

function Placed({ places, onGo }: PlacePanelProps) {
  const t = useText()
  const wordsOf = useBoxWords(places)
  const { boxes, draft, file, selected, setSelected, isSeveral, change } = places
  const words = draft.places.words.filter((one) => one.file === file.key)
  const indexOf = (signer: string) => draft.signers.findIndex(({ userId }) => userId === signer)
  const remove = (key: string) => change((all) => removePlaces(all, [key]), t('send.places.removed'))
  return (
    <section aria-label={t('send.places.placed')}>
      <h3 className={styles.heading}>{t('send.places.placed')}</h3>
      {boxes.length + words.length === 0 && <p className="muted">{t('send.places.none')}</p>}
      <ul className={styles.list}>
        {inOrder(boxes).map((box) => (
          <li key={box.key} style={{ '--who': colourOf(indexOf(box.signer)) } as React.CSSProperties}>
            <button
              type="button"
              aria-pressed={selected.includes(box.key)}
              onClick={({ shiftKey, ctrlKey, metaKey }) => {
                const isAdded = isSeveral || shiftKey || ctrlKey || metaKey
                setSelected((now) => (isAdded ? toggled(now, box.key) : [box.key]))
                if (!isAdded) onGo(box.page)
              }}
            >
              <b className={pageStyles.badge} aria-hidden>
                {indexOf(box.signer) + 1}
              </b>
              <span>{wordsOf(box)}</span>
            </button>
          </li>
        ))}
        {words.map(({ key, signer, words: text }) => {
          const name = t('send.places.belowWords', { name: draft.signers[indexOf(signer)]?.name ?? '', words: text })
          return (
            <li key={key} style={{ '--who': colourOf(indexOf(signer)) } as React.CSSProperties}>
              <b className={pageStyles.badge} aria-hidden>
                {indexOf(signer) + 1}
              </b>
              <span>{name}</span>
              <IconButton icon={X} label={t('send.remove', { name })} onClick={() => remove(key)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
