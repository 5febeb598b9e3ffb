import { RouterProvider } from '@tanstack/react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../shared/api/query-client.ts'
import { startPortal } from './start-portal.ts'
import { StartFailed } from './start-failed.tsx'
import { router } from './router.ts'

const root = createRoot(document.getElementById('root')!)

startPortal().then(
  () =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  () => root.render(<StartFailed />),
)
