/**
 * Starts the application where the script inside the page did not run: a proxy may add a policy of its own that knows
 * nothing of it.
 */
import { fetchFiles, fetchStyles, startApplication } from './fetch-files.ts'

if (globalThis.stylesLoaded === undefined) {
  fetchStyles()
  fetchFiles()
  startApplication()
}
