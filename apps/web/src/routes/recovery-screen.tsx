import { useLocation } from '@tanstack/react-router'
import { Recovery } from '../features/passwords/recovery.tsx'
import { EntryFrame } from './entry-frame.tsx'
import type {} from './history-state.ts'

export function RecoveryScreen() {
  const token = useLocation({ select: ({ state }) => state.recoveryToken })
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  return (
    <EntryFrame>
      <Recovery token={token ?? ''} search={search} />
    </EntryFrame>
  )
}
