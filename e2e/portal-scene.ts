import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base, type Page } from '@playwright/test'
import { openScene, type DemoName, type Scene } from '@rubrica/testing'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** One portal for each worker, with the demo people and their keys. */
export const test = base.extend<object, { scene: Scene }>({
  scene: [
    async ({}, use) => {
      await using scene = await openScene()
      await use(scene)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Opens a screen of the portal as a demo person, in English. */
export async function openAs(page: Page, scene: Scene, where: { name: DemoName; path: string }): Promise<void> {
  const session = { oauthTokenB64: scene.people[where.name].token, user: where.name, AccessMethod: 'USER_PASS' }
  await page.addInitScript({
    content: `localStorage.setItem('lang', 'en')
      for (const [key, value] of Object.entries(${JSON.stringify(session)})) sessionStorage.setItem(key, value)`,
  })
  await page.goto(scene.portal.url + where.path)
}

/** axe finds nothing and nothing can be scrolled sideways, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(axeSource)
    const found: unknown = await page.evaluate(`axe
      .run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(RULES)} } })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
    expect(found, colorScheme).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
}

/** The window of a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
