import { createRoute } from '../../shared/router/routes.ts'
import { ofSenders } from '../frame/of-senders.ts'

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
