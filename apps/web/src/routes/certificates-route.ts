import { manifests } from '@rubrica/providers/manifests'
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { shellRoute } from './shell-route.ts'

export const certificatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/certificates',
  staticData: { title: 'titles.certificates' },
  /** Where the way back from a provider leads once the account is authorised: from Ivnosys (spec §2), and from others. */
  validateSearch: (search: { ivnosysAuthorization?: unknown; authorised?: unknown } & SearchSchemaInput) => ({
    ivnosysAuthorization: search.ivnosysAuthorization === true || undefined,
    authorised: manifests.find(({ certType }) => certType === search.authorised)?.certType,
  }),
  component: lazyRouteComponent(() => import('./certificates-screen.tsx'), 'CertificatesScreen'),
})
