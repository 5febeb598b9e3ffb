import type { ReactNode } from 'react'
import {
  AuthoriseReturn,
  Confirmed,
  LinkReturn,
  LoginReturn,
  SignReturn,
} from '../../features/errand-return/returning.tsx'
import { CONTENT_ID } from '../../shared/ui/focus/content-id.ts'
import styles from '../entry/whole-screen.module.css'

const Whole = ({ children }: { children: ReactNode }) => (
  <main id={CONTENT_ID} tabIndex={-1} className={styles.screen}>
    {children}
  </main>
)

export const AuthoriseReturnScreen = () => (
  <Whole>
    <AuthoriseReturn />
  </Whole>
)

export const LinkReturnScreen = () => (
  <Whole>
    <LinkReturn />
  </Whole>
)

export const LoginReturnScreen = () => (
  <Whole>
    <LoginReturn />
  </Whole>
)

export const SignReturnScreen = () => (
  <Whole>
    <SignReturn />
  </Whole>
)

export const ConfirmedScreen = () => (
  <Whole>
    <Confirmed />
  </Whole>
)
