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
import { enterPortal } from '../routes/enter-portal.ts'
import { signHashRoute } from '../routes/sign-hash-route.ts'
import { Router } from '../shared/router/router.ts'

const routes = [
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
  documentsRoute,
  documentRoute,
  approvalsRoute,
  approvalRoute,
  profileRoute,
  certificatesRoute,
]

export const router = new Router({ routes, enter: enterPortal })
