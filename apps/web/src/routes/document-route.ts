import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { prefetch } from './prefetch.ts'
import { rootRoute } from './root-route.tsx'

export const documentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/documents/$docGuid',
  staticData: { title: 'titles.document' },
  // The first page to show is asked for while the code of the viewer is on its way; pointing at a link is no reason yet.
  loader: ({ params, preload }) => {
    if (!preload) prefetch(({ prefetchDocument }) => prefetchDocument(params.docGuid))
  },
  component: lazyRouteComponent(() => import('./document-screen.tsx'), 'DocumentScreen'),
})
