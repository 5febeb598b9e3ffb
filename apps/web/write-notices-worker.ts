import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { makeScript } from './inline-early.ts'

const ENTRY = resolve(import.meta.dirname, 'src/worker/notices-worker.ts')
const CATALOGUES = resolve(import.meta.dirname, '../../packages/locales/catalogues')
const LANGUAGES = ['es', 'ca', 'en', 'de', 'fr']

interface Texts {
  readonly notifications: { readonly offline: string; readonly offlineText: string }
  readonly common: { readonly tryAgain: string }
}

/** By language: what the page without a connection says. */
function offlineTexts() {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const path = resolve(CATALOGUES, `${language}.json`)
      const { notifications, common } = JSON.parse(readFileSync(path, 'utf8')) as Texts
      return [language, { title: notifications.offline, text: notifications.offlineText, again: common.tryAgain }]
    }),
  )
}

/** Writes the service worker beside the pages: from there it may act for all of them, and its name stays the same. */
export const writeNoticesWorker: Plugin = {
  name: 'write-notices-worker',
  apply: 'build',
  async generateBundle() {
    const source = await makeScript(ENTRY, { OFFLINE: JSON.stringify(offlineTexts()) })
    this.emitFile({ type: 'asset', fileName: 'notices-worker.js', source })
  },
}
