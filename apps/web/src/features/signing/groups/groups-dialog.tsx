import { CircleCheck, CircleMinus, Clock, PenLine, ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { nameOfType } from '../../../shared/subject/name-of-type.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx'
import { CertificateSignDialog } from '../certificate-sign-dialog.tsx'
import { isShownByList, type BatchOutcome } from '../run/run-batch.ts'
import type { SignDialogProps } from '../sign-dialog-props.ts'
import styles from '../signing.module.css'
import type { DocumentGroup } from './group-documents.ts'

interface GroupRowProps {
  group: DocumentGroup
  /** How its signing ended; absent as long as it waits for that. */
  outcome: BatchOutcome | undefined
  /** The first one that waits. */
  isNext: boolean
  onSign: () => void
}

function useGroupName({ alias, type }: DocumentGroup): string {
  const t = useText()
  return alias ?? (type === null ? t('runs.groupOfChoice') : t('runs.groupOfType', { type: nameOfType(type) }))
}

const ICONS = {
  chosen: PenLine,
  demanded: ShieldCheck,
  going: Clock,
  signed: CircleCheck,
  partly: CircleMinus,
} as const

function standingOf({ alias, type, documents }: DocumentGroup, outcome: BatchOutcome | undefined): keyof typeof ICONS {
  if (outcome === undefined) return alias === null && type === null ? 'chosen' : 'demanded'
  if (isShownByList(outcome.end)) return 'going'
  return outcome.signed.length === documents.length ? 'signed' : 'partly'
}

/** One group: its certificate, how many documents it has or what came of them, and the way to sign them. */
function GroupRow({ group, outcome, isNext, onSign }: GroupRowProps) {
  const t = useText()
  const name = useGroupName(group)
  const id = useId()
  const total = group.documents.length
  const Icon = ICONS[standingOf(group, outcome)]
  const stateOf = ({ signed, end }: BatchOutcome) =>
    isShownByList(end) ? t('runs.groupGoesOn') : t('batch.summaryTitle', { count: signed.length, total })
  return (
    <li className={styles.chosen}>
      <Icon size={20} aria-hidden />
      <span id={id} className={styles.choiceText}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="muted num">{outcome ? stateOf(outcome) : t('runs.groupDocuments', { count: total })}</span>
      </span>
      {!outcome && (
        <Button kind={isNext ? 'primary' : 'default'} autoFocus={isNext} aria-describedby={id} onClick={onSign}>
          {t('viewer.sign')}
        </Button>
      )}
    </li>
  )
}

/** Nobody can sign it any more. */
const GONE: BatchOutcome = { signed: [], failed: [], end: { why: 'finished' } }

/** What came of all groups so far. */
function together(outcomes: Iterable<BatchOutcome>): BatchOutcome {
  const all = [...outcomes]
  return {
    signed: all.flatMap(({ signed }) => signed),
    failed: all.flatMap(({ failed }) => failed),
    end: { why: 'finished' },
  }
}

interface GroupsDialogProps extends SignDialogProps {
  groups: readonly DocumentGroup[]
}

/**
 * Documents that demand different certificates: the groups, each of which is authorised and signed by itself. What one
 * of them loses does not stop the others.
 */
export function GroupsDialog({ groups, ...props }: GroupsDialogProps) {
  const t = useText()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BatchOutcome>>(new Map())
  const [signing, setSigning] = useState<DocumentGroup | null>(null)
  const next = groups.find(({ key }) => !outcomes.has(key))
  const end = (outcome: BatchOutcome) => {
    if (!signing) return
    const ended = new Map([...outcomes, [signing.key, outcome] as const])
    setOutcomes(ended)
    setSigning(null)
    if (ended.size === groups.length) props.onDone(together(ended.values()))
  }
  if (signing) {
    return (
      <CertificateSignDialog
        {...props}
        documents={signing.documents}
        onClose={() => setSigning(null)}
        onDone={end}
        onGone={() => end(GONE)}
      />
    )
  }
  const close = () => (outcomes.size === 0 ? props.onClose() : props.onDone(together(outcomes.values())))
  return (
    <Dialog
      open
      onClose={close}
      title={t('batch.title', { count: props.documents.length })}
      description={t('runs.groupsText')}
      actions={<Button onClick={close}>{t(outcomes.size === 0 ? 'common.cancel' : 'common.close')}</Button>}
    >
      <ul className={styles.choices}>
        {groups.map((group) => (
          <GroupRow
            key={group.key}
            group={group}
            outcome={outcomes.get(group.key)}
            isNext={group === next}
            onSign={() => setSigning(group)}
          />
        ))}
      </ul>
    </Dialog>
  )
}
