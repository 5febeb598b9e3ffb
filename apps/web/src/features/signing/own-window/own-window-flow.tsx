import { useQuery } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '@rubrica/contract'
import { api } from '../../../shared/api/api.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { openOwnWindow } from '../../../shared/consent/own-window.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { OtherWayLink } from '../choice/other-way-link.tsx'
import { DialogActions } from '../../../shared/ui/overlays/dialog-actions.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import type { ElsewhereFlow } from '../elsewhere-flow.ts'

const LOOK_EVERY_MS = 2000

/** What the person has decided in the other window; null while they have not. */
async function findDecision(docGuid: string, signal: AbortSignal): Promise<'Signed' | 'Rejected' | null> {
  try {
    const { Act } = await api.decidedDocument({ params: { docGuid }, signal })
    return Act === 'Rejected' ? 'Rejected' : 'Signed'
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Sends the person to a window of its own, in which the whole document stands, and follows what they do there. */
export function OwnWindowFlow({ documents, onChooseAgain, onClose, onEnd }: ElsewhereFlow) {
  const t = useText()
  const [stage, setStage] = useState<'before' | 'open' | 'blocked'>('before')
  const endHanding = useRef<(() => void) | null>(null)
  useEffect(() => () => endHanding.current?.(), [])
  const { DocGUI: docGuid, SignerDTO } = documents[0]!
  const { data: decision } = useQuery({
    queryKey: ['own-window', docGuid],
    queryFn: ({ signal }) => findDecision(docGuid, signal),
    enabled: stage === 'open',
    refetchInterval: LOOK_EVERY_MS,
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  const guid = SignerDTO.SignerGUID
  const follow = useEffectEvent(() => {
    if (decision === 'Signed') onEnd({ signed: [guid], failed: [], end: { why: 'finished' } })
    // The document itself says that it is rejected.
    if (decision === 'Rejected') onClose()
  })
  useEffect(() => follow(), [decision])
  const open = () => {
    endHanding.current?.()
    endHanding.current = openOwnWindow()
    setStage(endHanding.current ? 'open' : 'blocked')
  }
  return (
    <>
      <p role="status">{t(stage === 'open' ? 'signingLink.windowOpen' : 'signingLink.window')}</p>
      {stage === 'blocked' && <Notice tone="bad">{t('signingLink.blocked')}</Notice>}
      <OtherWayLink words={t('signing.otherCertificate')} onChooseAgain={onChooseAgain} />
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind="primary" icon={AppWindow} onClick={open}>
          {t(stage === 'open' ? 'signingLink.windowAgain' : 'signingLink.openWindow')}
        </Button>
      </DialogActions>
    </>
  )
}
