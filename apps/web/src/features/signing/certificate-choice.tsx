import { Laptop, Lock, ShieldCheck, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useFormats } from '../../shared/i18n/formats.ts'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { ConfirmHolder, needsConfirmation } from '../../shared/subject/confirm-holder.tsx'
import { CertificateFacts } from '../../shared/subject/holder-line.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { DialogActions } from '../../shared/ui/dialog-actions.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './signing.module.css'
import { certificateOf, wayKey, wayName, wayTogether, type SigningWay } from './signing-ways.ts'
import type { Choice } from './use-choice.ts'

/** What the choice is made of; both the single signature and the batch have it. */
type Choosing = Pick<Choice, 'documents' | 'offer' | 'certificates' | 'isWayLocked' | 'pick'>

const ICONS = { certificate: ShieldCheck, away: ShieldCheck, 'on-demand': Smartphone, local: Laptop } as const

/** What a way is, under its name. */
function WayFacts({ way }: { way: SigningWay }) {
  const t = useText()
  const formats = useFormats()
  const usable = certificateOf(way)
  if (!usable) return t(way.kind === 'local' ? 'signing.wayLocal' : 'signing.wayOnDemand')
  const { certificate, manifest } = usable
  return (
    <>
      {manifest.label}
      {certificate.ExpirationDate && <> · {t('signing.expires', { date: formats.date(certificate.ExpirationDate) })}</>}
    </>
  )
}

function ChoiceCard({
  offered,
  together,
  locked,
  name,
  checked,
  onChoose,
}: {
  offered: SigningWay
  /** Signs as many documents as there are. */
  together: boolean
  locked: boolean
  name: string
  checked: boolean
  onChoose: () => void
}) {
  const t = useText()
  const facts = useId()
  const usable = certificateOf(offered)
  const Icon = locked ? Lock : ICONS[offered.kind]
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        checked={checked}
        autoFocus={checked}
        disabled={locked}
        aria-describedby={usable ? facts : undefined}
        onChange={onChoose}
      />
      <span className={styles.choiceText}>
        <strong>{wayName(offered)}</strong>
        <span className="muted">
          <WayFacts way={offered} />
        </span>
        {usable && <CertificateFacts {...usable} id={facts} className="muted" />}
        {locked && <span className={styles.unavailable}>{t(lockedNote(offered))}</span>}
        {!together && !locked && <span className={styles.unavailable}>{t('batch.unavailableNote')}</span>}
      </span>
      <Icon size={20} aria-hidden />
    </label>
  )
}

/** Why a way that is shown cannot be chosen. */
function lockedNote(offered: SigningWay) {
  const holder = certificateOf(offered)?.certificate.Holder
  if (!holder || holder.MaySign) return 'signing.lockedNote'
  return holder.Verdict === 'another' ? 'signing.foreignNote' : 'signing.nobodysNote'
}

function ChoiceForm({
  offer,
  signing,
  onClose,
}: {
  offer: readonly SigningWay[]
  signing: Choosing
  onClose: () => void
}) {
  const t = useText()
  const name = useId()
  const together = (offered: SigningWay) => signing.documents.length <= wayTogether(offered)
  const free = offer.filter((offered) => !signing.isWayLocked(offered))
  const first = free.find(together) ?? free[0]
  const [key, setKey] = useState(first && wayKey(first))
  const chosen = free.find((offered) => wayKey(offered) === key)
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
      <fieldset className={styles.choices}>
        <legend className="sr-only">{t('signing.certificates')}</legend>
        {offer.map((offered) => (
          <ChoiceCard
            key={wayKey(offered)}
            offered={offered}
            together={together(offered)}
            locked={signing.isWayLocked(offered)}
            name={name}
            checked={offered === chosen}
            onChoose={() => setKey(wayKey(offered))}
          />
        ))}
      </fieldset>
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

/** The certificates to choose from; before that, that they are on their way or could not be had. */
export function CertificateChoice({ signing, onClose }: { signing: Choosing; onClose: () => void }) {
  const t = useText()
  const errorText = useErrorText()
  const { offer, certificates } = signing
  if (Array.isArray(offer)) {
    return <ChoiceForm offer={offer as readonly SigningWay[]} signing={signing} onClose={onClose} />
  }
  const failed = certificates.error !== null && !certificates.loading
  return (
    <>
      {failed ? (
        <Notice tone="bad">
          {t('signing.loadFailed')} {!isSessionExpiry(certificates.error) && errorText(certificates.error)}
        </Notice>
      ) : (
        <div role="status" className={styles.choices}>
          <span className="sr-only">{t('signing.loading')}</span>
          {[46, 58].map((width) => (
            <span key={width} className={styles.choice} aria-hidden>
              <Skeleton width={width} />
            </span>
          ))}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {failed && (
          <Button kind="primary" onClick={certificates.reload}>
            {t('common.tryAgain')}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
