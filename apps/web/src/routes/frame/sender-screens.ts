/**
 * Screens that only senders open, and few of them often. Which files each of them is made of stands here and not in the
 * code that everybody loads first.
 */
export const templatesScreen = async () => (await import('../templates/templates-screen.tsx')).TemplatesScreen
export const contactsScreen = async () => (await import('../contacts/contacts-screen.tsx')).ContactsScreen
export const bulkSendsScreen = async () => (await import('../bulk-sends/bulk-screens.tsx')).BulkSendsScreen
export const bulkSendScreen = async () => (await import('../bulk-sends/bulk-screens.tsx')).BulkSendScreen
export const webhooksScreen = async () => (await import('../webhooks/webhook-screens.tsx')).WebhooksScreen
export const webhookScreen = async () => (await import('../webhooks/webhook-screens.tsx')).WebhookScreen
export const keysScreen = async () => (await import('../keys/keys-screen.tsx')).KeysScreen
