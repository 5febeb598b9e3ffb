import { Recovery } from '../../features/passwords/recovery.tsx'
import { usePlace } from '../../shared/router/use-router.tsx'
import { EntryFrame } from './entry-frame.tsx'
import type {} from '../frame/history-state.ts'

export function RecoveryScreen() {
  const token = usePlace(({ state }) => state.recoveryToken)
  const search = usePlace((place) => place.search)
  return (
    <EntryFrame>
      <Recovery token={token ?? ''} search={search} />
    </EntryFrame>
  )
}
