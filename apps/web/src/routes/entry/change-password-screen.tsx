import { ChangePassword } from '../../features/passwords/change-password.tsx'
import { usePlace } from '../../shared/router/use-router.tsx'
import { EntryFrame } from './entry-frame.tsx'
import type {} from '../frame/history-state.ts'

export function ChangePasswordScreen() {
  const userName = usePlace(({ state }) => state.userName)
  return (
    <EntryFrame>
      <ChangePassword userName={userName} />
    </EntryFrame>
  )
}
