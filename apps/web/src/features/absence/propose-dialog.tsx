import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isSessionExpiry } from '../../shared/api/is-session-expiry.ts'
import { useFailureText } from '../../shared/failures/use-report-failure.ts'
import { addDays, today, type Day } from '../../shared/i18n/days.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { DateField } from '../../shared/ui/fields/date-field.tsx'
import { SelectField } from '../../shared/ui/fields/select-field.tsx'
import { TextAreaField } from '../../shared/ui/fields/text-area-field.tsx'
import { TextField } from '../../shared/ui/fields/text-field.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import { Notice } from '../../shared/ui/status/notice.tsx'
import styles from './absence.module.css'
import { MandateField } from './mandate-field.tsx'
import {
  possibleMandatesQuery,
  substitutionCalls,
  substitutionsQuery,
  type SubstitutionKind,
} from './substitution-calls.ts'

const KINDS: readonly SubstitutionKind[] = ['delegation', 'substitution', 'assistant']
const USUAL_DAYS = 14
const MOST_DAYS = 365

interface Wish {
  readonly deputy: string
  readonly kind: SubstitutionKind
  readonly from: Day | undefined
  readonly until: Day | undefined
  readonly tags: string
  readonly senders: string
  /** Undefined as long as it is what is suggested for the kind. */
  readonly formula: string | undefined
  /** Of the document that authorises the colleague; empty for none. */
  readonly mandate: string
}

const listOf = (typed: string, separator: string) =>
  typed
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** What was typed; the words that are suggested stand in the person's language. */
function toBody(wish: Wish, suggested: string) {
  return {
    ...{ Deputy: wish.deputy.trim(), Kind: wish.kind, From: wish.from!, Until: wish.until! },
    TimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    // Names of senders may hold any sign that ends no line.
    ...{ Tags: listOf(wish.tags, ','), Senders: listOf(wish.senders, '\n') },
    Formula: wish.formula?.trim() || suggested,
    ...(wish.mandate !== '' && { MandateGUID: wish.mandate }),
  }
}

const isComplete = ({ deputy, from, until, mandate }: Wish, needsMandate: boolean) =>
  deputy.trim() !== '' &&
  from !== undefined &&
  until !== undefined &&
  from <= until &&
  !(needsMandate && mandate === '')

/** Asks a colleague to stand in for the person. */
export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const failureText = useFailureText()
  const [isTried, setTried] = useState(false)
  const [wish, setWish] = useState<Wish>(() => ({
    ...{ deputy: '', kind: 'delegation', tags: '', senders: '', formula: undefined, mandate: '' },
    ...{ from: today(), until: addDays(today(), USUAL_DAYS) },
  }))
  const { data: mandates } = useQuery(possibleMandatesQuery)
  const needsMandate = mandates?.AreDemanded ?? false
  const proposing = useMutation({
    mutationFn: () => substitutionCalls.proposeSubstitution({ body: toBody(wish, t(`absence.formulas.${wish.kind}`)) }),
    onSuccess: async () => {
      await client.invalidateQueries(substitutionsQuery)
      showToast('success', t('absence.proposed'))
      onClose()
    },
  })
  const { error, isPending } = proposing
  return (
    <Dialog
      open
      busy={isPending}
      onClose={onClose}
      title={t('absence.propose')}
      description={t('absence.proposeText')}
      onSubmit={() => {
        setTried(true)
        if (!isPending && isComplete(wish, needsMandate)) proposing.mutate()
      }}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={isPending}>
            {t('absence.ask')}
          </Button>
        </>
      }
    >
      {error && !isSessionExpiry(error) && <Notice tone="bad">{failureText(error)}</Notice>}
      <WishFields {...{ wish, isTried }} onChange={(change) => setWish({ ...wish, ...change })} />
    </Dialog>
  )
}

interface WishFieldsProps {
  wish: Wish
  isTried: boolean
  onChange: (change: Partial<Wish>) => void
}

function WishFields({ wish, isTried, onChange }: WishFieldsProps) {
  const t = useText()
  const { deputy, kind, tags, senders, mandate } = wish
  const formula = wish.formula ?? t(`absence.formulas.${kind}`)
  return (
    <>
      <TextField
        autoFocus
        label={t('absence.deputy')}
        hint={t('absence.deputyHint')}
        error={isTried && deputy.trim() === '' ? t('absence.deputyMissing') : undefined}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        value={deputy}
        onChange={(typed) => onChange({ deputy: typed })}
      />
      <SelectField
        label={t('absence.kind')}
        hint={t(`absence.kindTexts.${kind}`)}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen as SubstitutionKind })}
      >
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {t(`absence.kinds.${one}`)}
          </option>
        ))}
      </SelectField>
      <Days {...{ wish, isTried, onChange }} />
      <TextField
        label={t('absence.tags')}
        hint={t('absence.tagsHint')}
        maxLength={500}
        value={tags}
        onChange={(typed) => onChange({ tags: typed })}
      />
      <TextAreaField
        label={t('absence.senders')}
        hint={t('absence.sendersHint')}
        rows={2}
        maxLength={1000}
        value={senders}
        onChange={(typed) => onChange({ senders: typed })}
      />
      {kind !== 'assistant' && (
        <TextField
          label={t('absence.formula')}
          hint={t('absence.formulaHint', { formula })}
          maxLength={60}
          value={formula}
          onChange={(typed) => onChange({ formula: typed })}
        />
      )}
      <MandateField {...{ isTried }} guid={mandate} onChange={(chosen) => onChange({ mandate: chosen })} />
    </>
  )
}

function Days({ wish: { from, until }, isTried, onChange }: WishFieldsProps) {
  const t = useText()
  const latest = addDays(from ?? today(), MOST_DAYS)
  return (
    <>
      <div className={styles.days}>
        <DateField
          label={t('absence.from')}
          value={from}
          min={today()}
          max={addDays(today(), MOST_DAYS)}
          onChange={(day) => onChange({ from: day, ...(day && until && until < day && { until: day }) })}
        />
        <DateField
          label={t('absence.until')}
          value={until}
          min={from ?? today()}
          max={latest}
          onChange={(day) => onChange({ until: day })}
        />
      </div>
      {isTried && (from === undefined || until === undefined) && <Notice tone="bad">{t('absence.daysMissing')}</Notice>}
    </>
  )
}
