import { useText } from '../../i18n/use-text.ts'
import { useRouter } from '../../router/use-router.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { leaveFor } from './leaving.ts'
import { forgetPerson, logOut } from './log-out.ts'
import { returnAddress } from '../entry/return-address.ts'

/**
 * Ends the session, says so, and leads to where the person came from, or else to the log-in (spec §4). One that has
 * `expired` is over at the server already.
 */
export function useLeave(): (why: 'out' | 'expired') => void {
  const t = useText()
  const router = useRouter()
  return (why) => {
    const address = returnAddress()
    if (why === 'out') logOut()
    else forgetPerson()
    if (address === null) {
      showToast('success', t('leaving.out'))
      void router.navigate({ to: '/' })
      return
    }
    leaveFor({ address, why })
    showToast(why === 'out' ? 'success' : 'error', t(why === 'out' ? 'leaving.exit' : 'leaving.tokenExpired'))
  }
}
