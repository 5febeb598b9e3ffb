/** Where the database holds values that a server key wraps. */
import { auditKeyBinding } from '../audit-keys/open-head-signer.ts'
import { sealKeyBinding } from '../evidence-files/open-seal.ts'
import { bulkSendBinding } from '../database/bulk-sends/sealed-sheets.ts'
import { draftBinding } from '../database/drafts/draft-store.ts'
import { totpBinding } from '../database/factors/factor-store.ts'
import { grantBinding } from '../database/grants/grant-store.ts'
import { errandBinding } from '../database/errands/errand-store.ts'
import { preparationBinding } from '../database/signing/preparation-store.ts'
import { accountBinding } from '../database/provider-accounts/provider-account-store.ts'
import { stepBinding } from '../database/provider-accounts/provider-step-store.ts'
import { valueBinding } from '../database/signing-runs/run-store.ts'
import { signatureSessionBinding } from '../database/signing/signature-session-store.ts'
import { deviceBinding } from '../database/push/notice-store.ts'
import { templateBinding } from '../database/templates/template-store.ts'
import { verificationCodeBinding } from '../database/verification/verification-code-store.ts'
import { webhookBinding } from '../database/webhooks/sealed-secrets.ts'
import { pushKeyBinding } from '../push/open-push-service.ts'
import { vaultKeyBinding } from '../key-vault/wrapped-keys.ts'
import { dataKeyBinding } from '../object-store/document-objects.ts'
import { tokenKeyBinding } from '../tokens/jwt-tokens.ts'

export interface WrappedColumn {
  readonly table: string
  readonly column: string
  /** Columns that identify a row: `id`, unless said otherwise. */
  readonly key?: readonly string[]
  /** A further column that a value is bound to, where there is one. */
  readonly owner?: string
  readonly version?: string
  readonly binding: (...names: string[]) => string
}

export const WRAPPED_COLUMNS: readonly WrappedColumn[] = [
  { table: 'documents', column: 'wrapped_data_key', binding: (id) => dataKeyBinding(id) },
  { table: 'uploads', column: 'wrapped_data_key', binding: (id) => dataKeyBinding(id) },
  {
    table: 'certificates',
    column: 'wrapped_key',
    owner: 'user_id',
    version: 'server_key_version',
    binding: (certificateId, userId) => vaultKeyBinding({ userId, certificateId }),
  },
  { table: 'token_keys', column: 'wrapped_private_key', binding: (id) => tokenKeyBinding(id) },
  { table: 'audit_keys', column: 'wrapped_private_key', binding: (id) => auditKeyBinding(id) },
  { table: 'seal_keys', column: 'wrapped_private_key', binding: (id) => sealKeyBinding(id) },
  { table: 'push_keys', column: 'wrapped_private_key', binding: (id) => pushKeyBinding(id) },
  {
    table: 'provider_accounts',
    column: 'sealed_state',
    key: ['user_id', 'provider'],
    version: 'server_key_version',
    binding: (userId, provider) => accountBinding({ userId, provider }),
  },
  {
    table: 'provider_steps',
    column: 'sealed_state',
    key: ['user_id', 'provider'],
    binding: (userId, provider) => stepBinding({ userId, provider }),
  },
  {
    table: 'signature_preparations',
    column: 'sealed_prepared',
    key: ['signer_id', 'certificate_id'],
    owner: 'base_revision',
    binding: (signerId, certificateId, base) =>
      preparationBinding({ signerId, certificateId, baseRevision: Number(base) }),
  },
  { table: 'signature_sessions', column: 'sealed_state', binding: (id) => signatureSessionBinding(id) },
  {
    table: 'signing_run_items',
    column: 'sealed_value',
    key: ['run_id', 'signer_id'],
    binding: (runId, signerId) => valueBinding(runId, String(signerId)),
  },
  { table: 'push_devices', column: 'sealed_endpoint', binding: (id) => deviceBinding(id) },
  { table: 'errands', column: 'sealed_data', binding: (id) => errandBinding(id) },
  { table: 'drafts', column: 'sealed_content', binding: (id) => draftBinding(id) },
  {
    table: 'verification_codes',
    column: 'wrapped_code',
    key: ['document_id'],
    binding: (documentId) => verificationCodeBinding(documentId),
  },
  { table: 'drafts', column: 'sealed_summary', binding: (id) => draftBinding(id) },
  {
    table: 'template_versions',
    column: 'sealed_content',
    key: ['template_id', 'version'],
    binding: (id, version) => templateBinding(id, Number(version)),
  },
  {
    table: 'template_versions',
    column: 'sealed_summary',
    key: ['template_id', 'version'],
    binding: (id, version) => templateBinding(id, Number(version)),
  },
  {
    table: 'template_files',
    column: 'wrapped_data_key',
    owner: 'key_name',
    binding: (_id, name) => dataKeyBinding(name),
  },
  { table: 'bulk_sends', column: 'sealed_plan', binding: (id) => bulkSendBinding(id) },
  {
    table: 'bulk_send_rows',
    column: 'sealed_cells',
    key: ['bulk_send_id', 'number'],
    binding: (id) => bulkSendBinding(id),
  },
  { table: 'grants', column: 'sealed_key', binding: (id) => grantBinding(id) },
  { table: 'totp_factors', column: 'sealed_secret', key: ['user_id'], binding: (userId) => totpBinding(userId) },
  { table: 'totp_setups', column: 'sealed_secret', key: ['user_id'], binding: (userId) => totpBinding(userId) },
  { table: 'webhook_endpoints', column: 'wrapped_secret', binding: (id) => webhookBinding(id) },
  { table: 'webhook_endpoints', column: 'wrapped_former', binding: (id) => webhookBinding(id) },
]
