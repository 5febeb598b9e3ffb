import { createRoute } from '../../shared/router/routes.ts'
import { ofSenders, senderScreen } from '../frame/of-senders.ts'

export const keysRoute = createRoute({
  ...ofSenders,
  path: '/keys',
  title: 'header.keys',
  screen: senderScreen('keysScreen'),
})
