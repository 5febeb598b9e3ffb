import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/query-client.ts'
import { completeTexts } from '../i18n/language.ts'
import { useText } from '../i18n/use-text.ts'
import { sessionToken, writeSession } from '../session/session-store.ts'
import { shareSession } from '../session/tabs/shared-session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { factorCallsAs } from './factor-calls.ts'
import { ChallengeState, ShowFactor, useFactorChallenge } from './show-factor.tsx'

let asking: Promise<boolean> | undefined

/**
 * Asks for the second factor over whatever the page shows, once for all calls that wait for it. @returns whether it was
 * shown
 */
export function askForFactor(): Promise<boolean> {
  asking ??= ask().finally(() => (asking = undefined))
  return asking
}

async function ask(): Promise<boolean> {
  await completeTexts('profile')
  return new Promise((resolve) => {
    // Any screen and any dialog may be on the page, and none of them knows of this one.
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    const end = (isShown: boolean) => {
      root.unmount()
      host.remove()
      resolve(isShown)
    }
    root.render(
      <QueryClientProvider client={queryClient}>
        <StepUpDialog onEnd={end} />
      </QueryClientProvider>,
    )
  })
}

function StepUpDialog({ onEnd }: { onEnd: (isShown: boolean) => void }) {
  const t = useText()
  const [calls] = useState(() => factorCallsAs(sessionToken() ?? ''))
  const challenge = useFactorChallenge(calls)
  const onShown = (token: string) => {
    writeSession('token', token)
    shareSession()
    onEnd(true)
  }
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={t('factors.stepUpTitle')}
      description={t('factors.stepUpText')}
      actions={<Button onClick={() => onEnd(false)}>{t('common.cancel')}</Button>}
    >
      {challenge.data ? (
        <ShowFactor
          calls={calls}
          challenge={challenge.data}
          onUsedUp={() => void challenge.refetch()}
          onShown={onShown}
        />
      ) : (
        <ChallengeState error={challenge.error} onRetry={() => void challenge.refetch()} />
      )}
    </Dialog>
  )
}
