import type { Page } from '@playwright/test'
import { changeSettings } from './portal-scene.ts'

const LOGINS = {
  google: true,
  microsoft: true,
  wallet: true,
  oidc: { name: 'Ajuntament de Castellar' } as { name: string } | null,
  saml: true,
}
const SOCIAL = [{ name: 'Mastodon', url: 'https://social.example/@rubrica' }]

interface Deployment {
  readonly logins?: Partial<typeof LOGINS>
  readonly socialLinks?: typeof SOCIAL
  readonly environment?: 'PRE' | 'PRO'
  readonly samlAnswer?: 'ticket' | 'token'
  readonly bases?: Record<'PRE' | 'PRO' | 'LOCAL', { main: string; identity: string }>
}

/** Has the portal believe that its deployment has every way in, except as said. */
export async function deployAs(page: Page, { logins, ...changes }: Deployment = {}): Promise<void> {
  await changeSettings(page, { socialLinks: SOCIAL, ...changes, logins: { ...LOGINS, ...logins } })
}
