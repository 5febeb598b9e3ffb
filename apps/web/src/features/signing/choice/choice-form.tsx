import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { arrangeChoices, groupChoices } from '../../../shared/subject/arrange-choices.ts'
import { ConfirmHolder, needsConfirmation } from '../../../shared/subject/confirm-holder.tsx'
import { lastUsed } from '../../../shared/subject/last-used.ts'
import { UnableCertificates } from '../../../shared/subject/unable-certificates.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import styles from '../signing.module.css'
import { certificateOf, wayKey, wayTogether, type SigningWay } from './signing-ways.ts'
import type { Choice } from './use-choice.ts'
import { ChoiceCard } from './choice-card.tsx'

/** What the choice is made of; both the single signature and the batch have it. */
export type Choosing = Pick<Choice, 'documents' | 'offer' | 'certificates' | 'isWayLocked' | 'pick'>

/** As many as a phone shows without hiding what is below them; the rest is folded. */
const IN_SIGHT = 4

interface WaysProps {
  /** All that can sign, in order. */
  ways: readonly SigningWay[]
  /** Key of the one that was used last, or null. */
  last: string | null
  signing: Choosing
  chosen: SigningWay | undefined
  onChoose: (way: SigningWay) => void
}

/** The ways to choose from, provider by provider where there is something to sort. */
function Ways({ ways, last, signing, chosen, onChoose }: WaysProps) {
  const t = useText()
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const [isOpen, setOpen] = useState(ways.length <= IN_SIGHT)
  const hidden = isOpen ? 0 : ways.length - IN_SIGHT
  const groupOf = (way: SigningWay) => certificateOf(way)?.manifest.label ?? t('signing.otherWays')
  const groups = groupChoices(isOpen ? ways : ways.slice(0, IN_SIGHT), groupOf)
  const isSorted = groups.length > 1 && groups.some(({ choices }) => choices.length > 1)
  const wasOpened = useRef(isOpen)
  useEffect(() => {
    if (!isOpen || wasOpened.current) return
    wasOpened.current = true
    // The button that had the focus is gone: it goes on at what has come in its place.
    list.current?.querySelectorAll('input')[IN_SIGHT]?.focus()
  }, [isOpen])
  return (
    <fieldset className={styles.choices} ref={list}>
      <legend className="sr-only">{t('signing.certificates')}</legend>
      {groups.map(({ label, choices }, at) => (
        <div
          key={label}
          className={styles.choices}
          role={isSorted ? 'group' : undefined}
          aria-labelledby={isSorted ? `${id}-${at}` : undefined}
        >
          {isSorted && (
            <h3 id={`${id}-${at}`} className={styles.provider}>
              {label}
            </h3>
          )}
          {choices.map((way) => (
            <ChoiceCard
              key={wayKey(way)}
              offered={way}
              namesProvider={!isSorted}
              isLastUsed={wayKey(way) === last}
              together={signing.documents.length <= wayTogether(way)}
              name={id}
              checked={way === chosen}
              onChoose={() => onChoose(way)}
            />
          ))}
        </div>
      ))}
      {hidden > 0 && (
        <div>
          <Button onClick={() => setOpen(true)}>{t('signing.showMore', { count: hidden })}</Button>
        </div>
      )}
    </fieldset>
  )
}

const providerOf = (way: SigningWay) => certificateOf(way)?.manifest.certType ?? ''

interface ChoiceFormProps {
  offer: readonly SigningWay[]
  signing: Choosing
  onClose: () => void
}

/** What can sign, the one that was used last first and chosen, and what cannot sign now. */
export function ChoiceForm({ offer, signing, onClose }: ChoiceFormProps) {
  const t = useText()
  const [last] = useState(lastUsed)
  const able = offer.filter((offered) => !signing.isWayLocked(offered))
  const ways = arrangeChoices(able, { keyOf: wayKey, groupOf: providerOf }, last)
  const first = ways.find((way) => signing.documents.length <= wayTogether(way)) ?? ways[0]
  const [key, setKey] = useState(first && wayKey(first))
  const chosen = ways.find((offered) => wayKey(offered) === key)
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const certificate = chosen && certificateOf(chosen)?.certificate
  const doubtful = certificate && needsConfirmation(certificate) ? certificate : null
  const isConfirmed = doubtful === null || confirmed === doubtful.GUID
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen && isConfirmed) signing.pick(chosen)
      }}
    >
      <Ways {...{ ways, last, signing, chosen }} onChoose={(way) => setKey(wayKey(way))} />
      <UnableCertificates unable={unableOf(offer, signing)} />
      {doubtful && (
        <ConfirmHolder
          certificate={doubtful}
          checked={isConfirmed}
          onChange={(on) => setConfirmed(on ? doubtful.GUID : null)}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" disabled={!chosen || !isConfirmed}>
          {t('signing.next')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Those that cannot sign; one of ours that is not locked in the list has been locked meanwhile. */
function unableOf(offer: readonly SigningWay[], { isWayLocked }: Choosing) {
  return offer.flatMap((way) => {
    const usable = isWayLocked(way) ? certificateOf(way) : null
    return usable ? [{ ...usable, certificate: { ...usable.certificate, Locked: true } }] : []
  })
}
