import { createRoute } from '../../shared/router/routes.ts'
import { ofSenders, senderScreen } from '../frame/of-senders.ts'

export const webhooksRoute = createRoute({
  ...ofSenders,
  path: '/webhooks',
  title: 'header.webhooks',
  screen: senderScreen('webhooksScreen'),
})

export const webhookRoute = createRoute({
  ...ofSenders,
  path: '/webhooks/$webhookId',
  title: 'header.webhooks',
  screen: senderScreen('webhookScreen'),
})
