import { approvalRoute } from '../routes/approvals/approval-route.ts'
import { approvalsRoute } from '../routes/approvals/approvals-route.ts'
import { authcertsRoute } from '../routes/certificates/authcerts-route.ts'
import { changePasswordRoute } from '../routes/entry/change-password-route.ts'
import { authRoute, samlRoute, ssiRoute } from '../routes/entry/callback-route.ts'
import { bulkSendRoute, bulkSendsRoute } from '../routes/bulk-sends/bulk-sends-route.ts'
import { certificatesRoute } from '../routes/certificates/certificates-route.ts'
import { contactsRoute } from '../routes/contacts/contacts-route.ts'
import { copyRoute } from '../routes/copies/copy-route.ts'
import { documentRoute } from '../routes/documents/document-route.ts'
import { documentsRoute } from '../routes/documents/documents-route.ts'
import {
  accountReturnRoute,
  confirmedRoute,
  ivsignAuthRoute,
  ivsignLoginSignRoute,
  ivsignSignRoute,
} from '../routes/documents/ivsign-route.ts'
import { loginAdRoute, loginRoute, newLoginRoute } from '../routes/entry/login-route.ts'
import { historyRoute } from '../routes/history/history-route.ts'
import { keysRoute } from '../routes/keys/keys-route.ts'
import { absenceRoute, notificationsRoute, profileRoute } from '../routes/profile/profile-route.ts'
import { sendRoute } from '../routes/sent/send-route.ts'
import { invitationRoute } from '../routes/entry/invitation-route.ts'
import { recoveryRoute } from '../routes/entry/recovery-route.ts'
import { enterPortal } from '../routes/entry/enter-portal.ts'
import { signLinkRoute } from '../routes/entry/sign-link-route.ts'
import { signHashRoute } from '../routes/entry/sign-hash-route.ts'
import { sentDocumentRoute, sentRoute } from '../routes/sent/sent-route.ts'
import { templatesRoute } from '../routes/templates/templates-route.ts'
import { codeRoute, verifyRoute } from '../routes/verify/verify-route.ts'
import { webhookRoute, webhooksRoute } from '../routes/webhooks/webhooks-route.ts'
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
  confirmedRoute,
  signHashRoute,
  authcertsRoute,
  recoveryRoute,
  invitationRoute,
  signLinkRoute,
  changePasswordRoute,
  documentsRoute,
  documentRoute,
  approvalsRoute,
  approvalRoute,
  copyRoute,
  historyRoute,
  sendRoute,
  sentRoute,
  sentDocumentRoute,
  bulkSendsRoute,
  bulkSendRoute,
  templatesRoute,
  contactsRoute,
  keysRoute,
  webhooksRoute,
  webhookRoute,
  notificationsRoute,
  absenceRoute,
  profileRoute,
  certificatesRoute,
  verifyRoute,
  codeRoute,
]

export const router = new Router({ routes, enter: enterPortal })
