import type { Page } from '@playwright/test'
import { LANGUAGES } from '@rubrica/domain'
import { expectAccessible, expectNothingClipped, WINDOWS } from './portal-scene.ts'

/** What the portal is looked at in: English, with RUBRICA_FULL_TESTS=1 every language. */
export const LOOKED_AT = process.env.RUBRICA_FULL_TESTS === '1' ? LANGUAGES : (['en'] as const)

/** Each window in each of these languages. */
export const LOOKS = WINDOWS.flatMap(({ width, use }) =>
  LOOKED_AT.map((language) => ({ title: `${width} px in ${language}`, width, use, language })),
)

/** What the page shows is accessible, in light and in dark, and nothing is cut off. */
export async function look(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNothingClipped(page)
}
