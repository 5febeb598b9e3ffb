import { createRoute } from '../../shared/router/routes.ts'
import { ofSenders, senderScreen } from '../frame/of-senders.ts'

export const bulkSendsRoute = createRoute({
  ...ofSenders,
  path: '/bulk',
  title: 'titles.bulkSends',
  screen: senderScreen('bulkSendsScreen'),
})

export const bulkSendRoute = createRoute({
  ...ofSenders,
  path: '/bulk/$bulkSendId',
  title: 'titles.bulkSends',
  screen: senderScreen('bulkSendScreen'),
})
