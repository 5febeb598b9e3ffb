import { completeTexts } from '../../shared/i18n/language.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

/** What most people never open has its texts in a file of its own. */
const ofSenders = { layout: shell, enter: () => completeTexts('sending') } as const

export const sentRoute = createRoute({
  ...ofSenders,
  path: '/sent',
  title: 'titles.sent',
  screen: async () => (await import('./sent-screen.tsx')).SentScreen,
})

export const sentDocumentRoute = createRoute({
  ...ofSenders,
  path: '/sent/$docGuid',
  title: 'titles.document',
  screen: async () => (await import('./sent-document-screen.tsx')).SentDocumentScreen,
})
