import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { membershipsQuery, sendingOf, type Membership } from '../../shared/api/memberships.ts'
import { ListFailure } from '../../shared/failures/list-failure.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { NotASender } from '../../shared/sending/not-a-sender.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { ListHead } from '../../shared/ui/lists/list-head.tsx'
import { Skeleton } from '../../shared/ui/lists/skeleton.tsx'
import { EndKeyDialog } from './end-key-dialog.tsx'
import { KeyList } from './key-list.tsx'
import { keysQuery, type MadeKey, type PersonalKey } from './keys-query.ts'
import { MakeKeyDialog } from './make-key-dialog.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

type Open = { is: 'making' } | { is: 'made'; key: MadeKey } | { is: 'ending'; key: PersonalKey }

/** The keys with which programs act for the person: what there is, a new one, the end of one. */
export function Keys() {
  const t = useText()
  const [open, setOpen] = useState<Open>()
  const { data: memberships } = useQuery(membershipsQuery())
  const sending = memberships && sendingOf(memberships)
  if (sending?.length === 0) return <NotASender />
  const close = () => setOpen(undefined)
  return (
    <>
      <ListHead title={t('header.keys')} subtitle={t('keys.lead')}>
        <Button kind="primary" icon={Plus} disabled={!sending} onClick={() => setOpen({ is: 'making' })}>
          {t('keys.make')}
        </Button>
      </ListHead>
      <Card aria-label={t('header.keys')}>
        <Content memberships={memberships ?? []} onEnd={(key) => setOpen({ is: 'ending', key })} />
      </Card>
      {open?.is === 'making' && sending && (
        <MakeKeyDialog sending={sending} onClose={close} onMade={(key) => setOpen({ is: 'made', key })} />
      )}
      {open?.is === 'made' && <NewKeyDialog made={open.key} onClose={close} />}
      {open?.is === 'ending' && <EndKeyDialog ended={open.key} onClose={close} />}
    </>
  )
}

interface ContentProps {
  memberships: readonly Membership[]
  onEnd: (key: PersonalKey) => void
}

function Content({ memberships, onEnd }: ContentProps) {
  const t = useText()
  const { data: keys, error, isFetching, refetch } = useQuery(keysQuery)
  if (error && !keys) {
    return <ListFailure title={t('keys.failed')} error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (!keys) {
    return (
      <div role="status">
        <span className="sr-only">{t('common.loading')}</span>
        <Skeleton width={60} />
      </div>
    )
  }
  if (keys.length === 0) return <EmptyState icon={KeyRound} title={t('keys.emptyTitle')} text={t('keys.emptyText')} />
  return <KeyList {...{ keys, memberships, onEnd }} />
}
