import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { useRouter } from '../../shared/router/use-router.tsx'
import { forgetPerson } from '../../shared/session/leaving/log-out.ts'
import { returnAddress } from '../../shared/session/entry/return-address.ts'
import { keepLink, keptLink } from '../../shared/session/signing-link.ts'
import { useSessionExpiry, useSessionExpiryRemark } from '../../shared/session/session-expiry.ts'
import { useLeave } from '../../shared/session/leaving/use-leave.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/overlays/dialog.tsx'
import { ElapsedText } from './elapsed-text.tsx'

/** Where Accept leads: back to the application that the person came from, else to the log-in. */
function useAccept(): () => void {
  const router = useRouter()
  return () => {
    const address = returnAddress()
    const link = keptLink()
    forgetPerson()
    if (link) {
      keepLink(link)
      void router.navigate({ to: '/sign/$link', params: { link: link.id }, state: { linkEnd: 'expired' } })
    } else if (address === null) void router.navigate({ to: '/' })
    else location.replace(address)
  }
}

/**
 * Reports that the server no longer takes the session; its only way out is the login. Who came from another application
 * and asked for a list is led back there without being asked (spec §4), unless there is something to be read.
 */
export function SessionExpiredNotice() {
  const t = useText()
  const expiry = useSessionExpiry()
  const remark = useSessionExpiryRemark()
  const accept = useAccept()
  const leave = useEffectEvent(useLeave())
  const leadsOut = expiry?.onList === true && remark === null && returnAddress() !== null
  useEffect(() => {
    if (leadsOut) leave('expired')
  }, [leadsOut])
  return (
    <Dialog
      alert
      open={expiry !== null && !leadsOut}
      onClose={accept}
      title={t('sessionExpired.title')}
      description={
        <>
          {t('sessionExpired.text')} {expiry && <ElapsedText since={expiry.at} />}
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
