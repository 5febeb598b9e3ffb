import { manifests } from '@rubrica/providers/manifests'
import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const certificatesRoute = createRoute({
  path: '/certificates',
  title: 'header.certificates',
  layout: shell,
  enter: () => completeTexts('elsewhere'),
  /**
   * Where the way back from a provider leads once the account is authorised: from Ivnosys (spec §2), and from others.
   */
  read: ({ ivnosysAuthorization, authorised }) => ({
    ivnosysAuthorization: ivnosysAuthorization === 'true' || undefined,
    authorised: manifests.find(({ certType }) => certType === authorised)?.certType,
  }),
  screen: async () => (await import('./certificates-screen.tsx')).CertificatesScreen,
})
