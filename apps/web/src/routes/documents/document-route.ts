import { createRoute } from '../../shared/router/routes.ts'
import { prefetch } from '../frame/prefetch.ts'

export const documentRoute = createRoute({
  path: '/documents/$docGuid',
  title: 'titles.document',
  // The first page to show is asked for while the code of the viewer is on its way; pointing at a link is no reason
  // yet.
  prefetch: ({ params, isCertain }) => {
    if (isCertain) prefetch(({ prefetchDocument }) => prefetchDocument(params.docGuid))
  },
  screen: async () => (await import('./document-screen.tsx')).DocumentScreen,
})
