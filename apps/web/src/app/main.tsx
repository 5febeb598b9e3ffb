import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RootLayout } from '../routes/frame/root-layout.tsx'
import { queryClient } from '../shared/api/query-client.ts'
import { RouterProvider } from '../shared/router/use-router.tsx'
import { startPortal } from './start-portal.ts'
import { StartFailed } from './start-failed.tsx'
import { router } from './router.ts'

const root = createRoot(document.getElementById('root')!)

startPortal().then(
  () => {
    void router.start()
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router}>
            <RootLayout />
          </RouterProvider>
        </QueryClientProvider>
      </StrictMode>,
    )
  },
  () => root.render(<StartFailed />),
)
