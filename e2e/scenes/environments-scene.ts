/** One portal, and the servers of three environments: its own for PRO, others for LOCAL and PRE. */
import { test as base, type Page } from '@playwright/test'
import { fixedPort, openScene, startPortal, startServer, type Scene } from '@rubrica/testing'
import { allowTypes, FLAGS } from './allow-types.ts'
import { FOR_TESTS } from './portal-scene.ts'
import { sharedPostgres } from './share-postgres.ts'

/** The portal is the same under each of its host names, which say the environment (spec §4). */
export interface Environments {
  readonly portal: Readonly<Record<'LOCAL' | 'PRE' | 'PRO', string>>
  /** The origin that makes each environment's calls. */
  readonly servers: Readonly<Record<'LOCAL' | 'PRE' | 'PRO', string>>
  /** An origin of the portal that no server names. */
  readonly unnamed: string
  /** The people and documents of the server for LOCAL, seen from the portal. */
  readonly scene: Scene
}

/** The scene of a server, as it is seen from a portal of another origin. */
function seenFrom(portal: string, scene: Scene): Scene {
  const seen: Scene['portal'] = Object.create(scene.portal, { url: { value: portal } }) as Scene['portal']
  return Object.create(scene, { portal: { value: seen } }) as Scene
}

export const test = base.extend<{ scene: Scene }, { environments: Environments }>({
  scene: async ({ environments }, give) => give(environments.scene),
  environments: [
    async ({}, use) => {
      const port = fixedPort()
      const postgres = sharedPostgres()
      const at = (host: string) => `http://${host}:${port}`
      const portal = { LOCAL: at('127.0.0.1'), PRE: at('pre.localhost'), PRO: at('centralized.localhost') }
      await using local = await openScene({ postgres, env: { ...FOR_TESTS, PORTAL_URL: portal.LOCAL } })
      await allowTypes(local, 'carla', FLAGS)
      const origins = `${portal.LOCAL},${portal.PRE}`
      await using pre = await startServer({ postgres, env: { DEPLOYMENT: 'PRE', PORTAL_ORIGINS: origins } })
      await using own = await startPortal({
        postgres,
        sandbox: local.portal.sandbox,
        seed: false,
        env: { PORT: port, DEPLOYMENT: 'PRO', API_BASE_LOCAL: local.portal.url, API_BASE_PRE: pre.url },
      })
      await use({
        portal: { ...portal, LOCAL: own.url },
        servers: { LOCAL: local.portal.url, PRE: pre.url, PRO: portal.PRO },
        unnamed: at('localhost'),
        scene: seenFrom(portal.LOCAL, local),
      })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Where the calls of a page go, and what its browser has refused it. */
export function watchCalls(page: Page) {
  const origins = new Set<string>()
  const refused: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) origins.add(origin)
  })
  page.on('console', (message) => {
    if (/CORS|Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  return { origins: () => [...origins], refused }
}
