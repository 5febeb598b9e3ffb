import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, FileCheck, FolderOpen, X } from 'lucide-react'
import { useState } from 'react'
import { useFailureText, useReportFailure } from '../../shared/failures/use-report-failure.ts'
import { writeDay } from '../../shared/i18n/calendar-days.ts'
import { useLanguage, useText } from '../../shared/i18n/use-text.ts'
import { useDownload } from '../../shared/page-viewer/use-download.ts'
import { takeOffice } from '../../shared/session/office.ts'
import { Button } from '../../shared/ui/button.tsx'
import { AskingDialog } from '../../shared/ui/overlays/asking-dialog.tsx'
import { showToast } from '../../shared/ui/overlays/toast-store.ts'
import styles from './absence.module.css'
import { substitutionCalls, substitutionsQuery, type Substitution } from './substitution-calls.ts'

const nameOfOther = ({ IsDeputy, PrincipalName, DeputyName }: Substitution) => (IsDeputy ? PrincipalName : DeputyName)
const isOpen = ({ State }: Substitution) => State === 'proposed' || State === 'accepted' || State === 'active'

/** Substitutions of one side, each with what can be done about it. */
export function SubstitutionList({ label, all }: { label: string; all: readonly Substitution[] }) {
  const [ending, setEnding] = useState<Substitution>()
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {all.map((one) => (
          <li key={one.Guid} className={styles.row} data-open={isOpen(one) || undefined}>
            <About substitution={one} />
            <Acts substitution={one} onEnd={() => setEnding(one)} />
          </li>
        ))}
      </ul>
      {ending && <EndDialog substitution={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

function About({ substitution }: { substitution: Substitution }) {
  const t = useText()
  const language = useLanguage()
  const { Kind, From, Until, Tags, Senders, Formula, PrincipalName, State } = substitution
  return (
    <div className={styles.about}>
      <p className={styles.name}>
        <bdi>{nameOfOther(substitution)}</bdi>
        <span className={styles.state} data-state={State}>
          {t(`absence.states.${State}`)}
        </span>
      </p>
      <ul className={styles.facts}>
        <li>{t(`absence.kinds.${Kind}`)}</li>
        <li>{t('absence.days', { from: writeDay(From, language), until: writeDay(Until, language) })}</li>
        {Tags.length > 0 && <li>{t('absence.onlyTags', { tags: Tags.join(', ') })}</li>}
        {Senders.length > 0 && <li>{t('absence.onlySenders', { senders: Senders.join('; ') })}</li>}
        {Kind !== 'assistant' && <li>{t('absence.inWords', { formula: Formula, name: PrincipalName })}</li>}
      </ul>
      {substitution.Mandate && (
        <div>
          <MandateButton guid={substitution.Guid} fileName={substitution.Mandate.FileName} />
        </div>
      )}
    </div>
  )
}

function MandateButton({ guid, fileName }: { guid: string; fileName: string }) {
  const t = useText()
  const { download, isDownloading } = useDownload(() =>
    substitutionCalls.mandate({ params: { substitutionGuid: guid } }),
  )
  return (
    <Button
      kind="ghost"
      size="small"
      icon={FileCheck}
      busy={isDownloading}
      onClick={download}
      aria-label={t('absence.mandateDownload', { name: fileName })}
    >
      <bdi>{fileName}</bdi>
    </Button>
  )
}

function Acts({ substitution, onEnd }: { substitution: Substitution; onEnd: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const reportFailure = useReportFailure()
  const accepting = useMutation({
    mutationFn: () => substitutionCalls.acceptSubstitution({ params: { substitutionGuid: substitution.Guid } }),
    onSuccess: () => showToast('success', t('absence.accepted', { name: substitution.PrincipalName })),
    onError: reportFailure,
    onSettled: () => client.invalidateQueries(substitutionsQuery),
  })
  if (!isOpen(substitution)) return null
  const { Guid: guid, IsDeputy, Kind, PrincipalName: principalName, State } = substitution
  const isAsked = IsDeputy && State === 'proposed'
  return (
    <div className={styles.acts}>
      {isAsked && (
        <Button kind="primary" size="small" icon={Check} busy={accepting.isPending} onClick={() => accepting.mutate()}>
          {t('absence.accept')}
        </Button>
      )}
      {IsDeputy && State === 'active' && (
        <Button
          kind="primary"
          size="small"
          icon={FolderOpen}
          onClick={() => takeOffice({ guid, principalName, isAssistant: Kind === 'assistant' })}
        >
          {t('absence.takeOffice')}
        </Button>
      )}
      <Button kind="danger-quiet" size="small" icon={X} disabled={accepting.isPending} onClick={onEnd}>
        {t(endWordOf(substitution))}
      </Button>
    </div>
  )
}

const endWordOf = ({ IsDeputy, State }: Substitution) => {
  if (State !== 'proposed') return 'absence.end'
  return IsDeputy ? 'absence.decline' : 'absence.takeBack'
}

function EndDialog({ substitution, onClose }: { substitution: Substitution; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const failureText = useFailureText()
  const name = nameOfOther(substitution)
  const ending = useMutation({
    mutationFn: () => substitutionCalls.endSubstitution({ params: { substitutionGuid: substitution.Guid } }),
    onSuccess: () => {
      showToast('success', t('absence.endDone', { name }))
      onClose()
    },
    onSettled: () => client.invalidateQueries(substitutionsQuery),
  })
  const isProposed = substitution.State === 'proposed'
  return (
    <AskingDialog
      title={t(isProposed ? 'absence.endProposalTitle' : 'absence.endTitle', { name })}
      text={t(isProposed ? 'absence.endProposalText' : 'absence.endText')}
      confirm={t(endWordOf(substitution))}
      busy={ending.isPending}
      problem={ending.error ? failureText(ending.error) : undefined}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    />
  )
}
