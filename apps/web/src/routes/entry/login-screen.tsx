import { LoginPanel } from '../../features/session/login-panel.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { UserTokenGate } from './user-token-gate.tsx'

export function LoginScreen() {
  return (
    <UserTokenGate>
      <EntryFrame>
        <LoginPanel />
      </EntryFrame>
    </UserTokenGate>
  )
}

/** /login-ad: for those whose organisation says who they are. */
export function SamlLoginScreen() {
  return (
    <UserTokenGate>
      <EntryFrame>
        <LoginPanel first="saml" />
      </EntryFrame>
    </UserTokenGate>
  )
}
