import { parseHistoryFilters } from '../../features/history/history-filters.ts'
import { createRoute } from '../../shared/router/routes.ts'
import { shell } from '../frame/shell.ts'

export const historyRoute = createRoute({
  path: '/signed',
  title: 'titles.history',
  layout: shell,
  read: parseHistoryFilters,
  screen: async () => (await import('./history-screen.tsx')).HistoryScreen,
})
