import type { BulkSend } from '@rubrica/contract'
import { useMutation } from '@tanstack/react-query'
import { CircleX, Pause, Play, Send } from 'lucide-react'
import { useState } from 'react'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { ProgressBar } from '../../shared/ui/status/progress-bar.tsx'
import { useKeepBulkSend } from './bulk-queries.ts'
import { totalOf } from './bulk-sends.tsx'
import screen from '../../shared/sending/sender-screen.module.css'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ProgressPartProps {
  bulk: BulkSend
  subscription: string | undefined
}

type Act = 'start' | 'startWithout' | 'pause' | 'resume' | 'cancel'

/** How far it is, and what moves it on. */
export function ProgressPart({ bulk, subscription }: ProgressPartProps) {
  const t = useText()
  const errorText = useErrorText()
  const keep = useKeepBulkSend()
  const [asked, setAsked] = useState<Act>()
  const { state, counts } = bulk
  const moving = useMutation({
    mutationFn: (act: Act) => move(act, bulk.guid, subscription),
    onSuccess: keep,
    onSettled: () => setAsked(undefined),
  })
  const isBusy = (act: Act) => moving.isPending && moving.variables === act
  return (
    <Card className={screen.part} aria-labelledby="bulk-progress">
      <h2 id="bulk-progress">{t(`bulkSends.states.${state}`)}</h2>
      <Standing bulk={bulk} />
      {moving.error && <Notice tone="bad">{errorText(moving.error)}</Notice>}
      <div className={screen.acts}>
        {state === 'checked' ? (
          <StartAct counts={counts} onAsk={setAsked} />
        ) : (
          <UnderWayActs state={state} onAsk={setAsked} onMove={moving.mutate} isBusy={isBusy} />
        )}
      </div>
      {asked && (
        <ConfirmDialog
          act={asked}
          counts={counts}
          busy={moving.isPending}
          onClose={() => setAsked(undefined)}
          onConfirm={() => moving.mutate(asked)}
        />
      )}
    </Card>
  )
}

interface StartActProps {
  counts: BulkSend['counts']
  onAsk: (act: Act) => void
}

/** There is none as long as no row is good. */
function StartAct({ counts: { good = 0, wrong = 0 }, onAsk }: StartActProps) {
  const t = useText()
  if (good === 0) return null
  return wrong === 0 ? (
    <Button kind="primary" icon={Send} onClick={() => onAsk('start')}>
      {t('bulkSends.start', { count: good })}
    </Button>
  ) : (
    <Button icon={Send} onClick={() => onAsk('startWithout')}>
      {t('bulkSends.startWithout', { count: good })}
    </Button>
  )
}

interface UnderWayActsProps {
  state: BulkSend['state']
  /** Begins what is confirmed first. */
  onAsk: (act: Act) => void
  onMove: (act: Act) => void
  isBusy: (act: Act) => boolean
}

function UnderWayActs({ state, onAsk, onMove, isBusy }: UnderWayActsProps) {
  const t = useText()
  return (
    <>
      {state === 'sending' && (
        <Button icon={Pause} busy={isBusy('pause')} onClick={() => onMove('pause')}>
          {t('bulkSends.pause')}
        </Button>
      )}
      {state === 'paused' && (
        <Button kind="primary" icon={Play} busy={isBusy('resume')} onClick={() => onMove('resume')}>
          {t('bulkSends.resume')}
        </Button>
      )}
      {(state === 'sending' || state === 'paused') && (
        <Button kind="danger-quiet" icon={CircleX} onClick={() => onAsk('cancel')}>
          {t('bulkSends.cancel')}
        </Button>
      )}
    </>
  )
}

function move(act: Act, id: string, subscription: string | undefined) {
  const call = {
    params: { bulkSendId: id },
    query: { subscription },
    headers: { 'idempotency-key': crypto.randomUUID() },
  }
  if (act === 'pause') return senderApi.pauseBulkSend(call)
  if (act === 'resume') return senderApi.resumeBulkSend(call)
  if (act === 'cancel') return senderApi.cancelBulkSend(call)
  return senderApi.startBulkSend({ ...call, body: { leaveOutFaults: act === 'startWithout' } })
}

function Standing({ bulk: { state, counts } }: { bulk: BulkSend }) {
  const t = useText()
  const total = totalOf(counts)
  const of = (name: keyof typeof counts) => counts[name] ?? 0
  if (state === 'checking') {
    const done = total - of('unchecked')
    return (
      <>
        <p role="status">{t('bulkSends.checkedSoFar', { done, total })}</p>
        <ProgressBar label={t('bulkSends.states.checking')} value={done} max={total} />
      </>
    )
  }
  if (state === 'checked') {
    return of('wrong') > 0 ? (
      <Notice tone="warn">{t('bulkSends.wrongRows', { count: of('wrong') })}</Notice>
    ) : (
      <p role="status">{t('bulkSends.allGood', { count: of('good') })}</p>
    )
  }
  const wanted = total - of('left-out') - of('cancelled')
  const over = of('sent') + of('refused')
  const rest = [
    of('refused') > 0 && t('bulkSends.refusedCount', { count: of('refused') }),
    of('left-out') > 0 && t('bulkSends.leftOutCount', { count: of('left-out') }),
    of('cancelled') > 0 && t('bulkSends.cancelledCount', { count: of('cancelled') }),
  ].filter((one) => one !== false)
  return (
    <>
      <p role="status">{[t('bulkSends.sentSoFar', { done: of('sent'), total: wanted }), ...rest].join(' · ')}</p>
      <ProgressBar label={t('bulkSends.progress')} value={over} max={wanted} />
      {state === 'sending' && <p className="muted">{t('bulkSends.mayClose')}</p>}
    </>
  )
}
