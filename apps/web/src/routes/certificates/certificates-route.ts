import { manifests } from '@rubrica/providers/manifests'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const certificatesRoute = createRoute({
  path: '/certificates',
  title: 'header.certificates',
  layout: shell,
  /**
   * Where the way back from a provider leads once the account is authorised: from Ivnosys (spec §2), and from others.
   */
  read: ({ ivnosysAuthorization, authorised }) => ({
    ivnosysAuthorization: ivnosysAuthorization === 'true' || undefined,
    authorised: manifests.find(({ certType }) => certType === authorised)?.certType,
  }),
  screen: async () => (await import('./certificates-screen.tsx')).CertificatesScreen,
})
