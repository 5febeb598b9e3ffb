import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { LANGUAGES } from '@rubrica/domain'
import { IN_FULL_RUN } from '@rubrica/testing'
import { expectAccessible, expectNothingClipped, WINDOWS } from './portal-scene.ts'

/** The languages that the portal is looked at in. */
export const LOOKED_AT = IN_FULL_RUN ? LANGUAGES : (['en'] as const)

/**
 * How the screens of a test file are looked at: in the full run in each window and language; else in English and in one
 * window, which the file's name chooses. The screens that everybody meets are looked at in both: see
 * accessibility.spec.
 * @param file path of the test file
 */
export function looksOf(file: string) {
  const letters = [...basename(file)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const windows = IN_FULL_RUN ? WINDOWS : [WINDOWS[letters % WINDOWS.length]!]
  return windows.flatMap(({ width, use }) =>
    LOOKED_AT.map((language) => ({
      ...{ title: `${width} px in ${language}`, width, use, language },
    })),
  )
}

/** What the page shows is accessible, in light and in dark, and nothing is cut off. */
export async function look(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNothingClipped(page)
}
