import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useSessionExpiredAt, useSessionExpiryRemark } from '../../shared/session/session-expiry.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { logOut } from './log-out.ts'

const MINUTE_MS = 60_000

/** Whole minutes since `start`, counted anew each minute. */
function useMinutesSince(start: number): number {
  const [minutes, setMinutes] = useState(() => Math.floor((Date.now() - start) / MINUTE_MS))
  useEffect(() => {
    const clock = setInterval(() => setMinutes(Math.floor((Date.now() - start) / MINUTE_MS)), MINUTE_MS)
    return () => clearInterval(clock)
  }, [start])
  return minutes
}

function ElapsedText({ expiredAt }: { expiredAt: number }) {
  const t = useText()
  return <>{t('sessionExpired.ago', { count: useMinutesSince(expiredAt) })}</>
}

/** Tells that the server no longer takes the session; its only way out is the login. */
export function SessionExpiredNotice() {
  const t = useText()
  const navigate = useNavigate()
  const expiredAt = useSessionExpiredAt()
  const remark = useSessionExpiryRemark()
  const accept = () => {
    logOut()
    void navigate({ to: '/' })
  }
  return (
    <Dialog
      alert
      open={expiredAt !== null}
      onClose={accept}
      title={t('sessionExpired.title')}
      description={
        <>
          {t('sessionExpired.text')} {expiredAt !== null && <ElapsedText expiredAt={expiredAt} />}
        </>
      }
      actions={
        <Button kind="primary" onClick={accept}>
          {t('sessionExpired.accept')}
        </Button>
      }
    >
      {remark !== null && <p>{remark}</p>}
    </Dialog>
  )
}
