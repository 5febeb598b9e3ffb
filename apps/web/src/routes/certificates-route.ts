import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import { shellRoute } from './shell-route.ts'

export const certificatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/certificates',
  staticData: { title: 'titles.certificates' },
  /** Where the way back from Ivnosys leads once it has authorised the account (spec §2). */
  validateSearch: ({ ivnosysAuthorization }: { ivnosysAuthorization?: unknown } & SearchSchemaInput) => ({
    ivnosysAuthorization: ivnosysAuthorization === true || undefined,
  }),
  component: lazyRouteComponent(() => import('./certificates-screen.tsx'), 'CertificatesScreen'),
})
