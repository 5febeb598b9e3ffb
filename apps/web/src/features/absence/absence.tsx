import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import styles from './absence.module.css'
import { ProposeDialog } from './propose-dialog.tsx'
import { substitutionsQuery, type Substitution } from './substitution-calls.ts'
import { SubstitutionList } from './substitution-list.tsx'

/** Who stands in for the person while they are away, and for whom they do. */
export function Absence() {
  const t = useText()
  const [isProposing, setProposing] = useState(false)
  return (
    <>
      <ListHead title={t('header.absence')} subtitle={t('absence.lead')}>
        <Button kind="primary" icon={UserPlus} onClick={() => setProposing(true)}>
          {t('absence.propose')}
        </Button>
      </ListHead>
      <Content />
      {isProposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </>
  )
}

function Content() {
  const t = useText()
  const { data: all, error, isFetching, refetch } = useQuery(substitutionsQuery)
  if (all) {
    return (
      <div className={styles.parts}>
        <Part title={t('absence.given')} empty={t('absence.givenEmpty')} all={all.filter((one) => !one.IsDeputy)} />
        <Part
          title={t('absence.received')}
          empty={t('absence.receivedEmpty')}
          all={all.filter((one) => one.IsDeputy)}
        />
      </div>
    )
  }
  return (
    <Card aria-label={t('header.absence')}>
      {error ? (
        <ListFailure title={t('absence.failed')} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className={styles.part}>
          <span className="sr-only">{t('common.loading')}</span>
          <Skeleton width={60} />
        </div>
      )}
    </Card>
  )
}

interface PartProps {
  title: string
  empty: string
  all: readonly Substitution[]
}

function Part({ title, empty, all }: PartProps) {
  return (
    <Card className={styles.part}>
      <h2>{title}</h2>
      {all.length === 0 ? <p className="muted">{empty}</p> : <SubstitutionList label={title} all={all} />}
    </Card>
  )
}
