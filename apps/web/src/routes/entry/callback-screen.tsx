import type { ReactNode } from 'react'
import { AuthCallback, SamlCallback, WalletCallback } from '../../features/session/entering/provider-callback.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import styles from './whole-screen.module.css'

const Whole = ({ children }: { children: ReactNode }) => (
  <main id={CONTENT_ID} tabIndex={-1} className={styles.screen}>
    {children}
  </main>
)

export const AuthScreen = () => (
  <Whole>
    <AuthCallback />
  </Whole>
)

export const WalletScreen = () => (
  <Whole>
    <WalletCallback />
  </Whole>
)

export const SamlScreen = () => (
  <Whole>
    <SamlCallback />
  </Whole>
)
