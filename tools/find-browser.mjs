// Which Chromium tests, pictures and benches run: CHROMIUM_PATH, or one of Debian's two.
import { existsSync } from 'node:fs'

const WHOLE = '/usr/bin/chromium'
/** The engine without windows and without processes kept in reserve: a browser test costs a third less in it. */
const SHELL = '/usr/bin/chromium-headless-shell'

export const wholeBrowser = () => process.env.CHROMIUM_PATH ?? WHOLE

export const testBrowser = () => process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : WHOLE)

export const wantsShell = () => process.env.CHROMIUM_PATH === undefined && !existsSync(SHELL)
