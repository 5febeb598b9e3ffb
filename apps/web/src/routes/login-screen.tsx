import { LoginPanel } from '../features/session/login-panel.tsx'
import { EntryFrame } from './entry-frame.tsx'

export function LoginScreen() {
  return (
    <EntryFrame>
      <LoginPanel />
    </EntryFrame>
  )
}
