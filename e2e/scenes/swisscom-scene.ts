import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'

export const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

/** Presses the button that leads to Swisscom, and waits for its page in the tab that opens. */
export async function goToSwisscom(page: Page, name = 'Go to Swisscom'): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await inDialog(page, name).click()
  return onConsentPage(await opened)
}

export async function onConsentPage(tab: Page): Promise<Page> {
  await tab.waitForURL(/\/swisscom\/consent\//)
  return tab
}

/** The person confirms, or refuses, and closes the tab. */
export async function decideThere(tab: Page, decision: 'accept' | 'cancel'): Promise<void> {
  await tab.locator(`button[value=${decision}]`).click()
  await expect(tab.locator('form')).toHaveCount(0)
  await tab.close()
}

/** What the browser tells a page when its window is looked at again; under test every page believes that it is. */
export const comeBackTo = (page: Page): Promise<void> => page.evaluate("window.dispatchEvent(new Event('focus'))")

/**
 * The portal looks for the answer when it is asked to, and not by itself: what is injected meets the look that is
 * meant.
 */
export const lookWhenAsked = (page: Page): Promise<unknown> =>
  page.addInitScript(`{
    const start = window.setTimeout
    window.setTimeout = (work, ms, ...rest) => (ms === 5000 ? 0 : start(work, ms, ...rest))
  }`)

export const pagesOf = (context: BrowserContext): number => context.pages().length

export const injectSwisscom = ({ portal }: Scene, fault: string, operation = 'pending'): Promise<void> =>
  portal.sandbox.inject({ service: 'swisscom', operation, fault, times: 1 })
