import { useLocation } from '@tanstack/react-router'
import { ChangePassword } from '../features/passwords/change-password.tsx'
import { EntryFrame } from './entry-frame.tsx'
import type {} from './history-state.ts'

export function ChangePasswordScreen() {
  const userName = useLocation({ select: ({ state }) => state.userName })
  return (
    <EntryFrame>
      <ChangePassword userName={userName} />
    </EntryFrame>
  )
}
