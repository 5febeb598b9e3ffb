import { createRouter } from '@tanstack/react-router'
import { approvalRoute } from '../routes/approval-route.ts'
import { approvalsRoute } from '../routes/approvals-route.ts'
import { authcertsRoute } from '../routes/authcerts-route.ts'
import { changePasswordRoute } from '../routes/change-password-route.ts'
import { authRoute, samlRoute, ssiRoute } from '../routes/callback-route.ts'
import { certificatesRoute } from '../routes/certificates-route.ts'
import { documentRoute } from '../routes/document-route.ts'
import { documentsRoute } from '../routes/documents-route.ts'
import { accountReturnRoute, ivsignAuthRoute, ivsignLoginSignRoute, ivsignSignRoute } from '../routes/ivsign-route.ts'
import { loginAdRoute, loginRoute, newLoginRoute } from '../routes/login-route.ts'
import { profileRoute } from '../routes/profile-route.ts'
import { recoveryRoute } from '../routes/recovery-route.ts'
import { rootRoute } from '../routes/root-route.tsx'
import { shellRoute } from '../routes/shell-route.ts'
import { signHashRoute } from '../routes/sign-hash-route.ts'
import { Loader } from '../shared/ui/loader.tsx'

const routeTree = rootRoute.addChildren([
  loginRoute,
  newLoginRoute,
  loginAdRoute,
  authRoute,
  ssiRoute,
  samlRoute,
  ivsignAuthRoute,
  accountReturnRoute,
  ivsignLoginSignRoute,
  ivsignSignRoute,
  signHashRoute,
  authcertsRoute,
  recoveryRoute,
  changePasswordRoute,
  shellRoute.addChildren([documentsRoute, approvalsRoute, profileRoute, certificatesRoute]),
  documentRoute,
  approvalRoute,
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loader,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
