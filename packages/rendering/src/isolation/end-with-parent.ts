import { Worker } from 'node:worker_threads'

/** Looks once a second whether the process that started us still lives; PDFium may be busy in the main thread. */
const WATCH = `
const parent = process.ppid
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)
`

/**
 * Ends this process when its parent is gone, even while a hostile page keeps it busy, and not before: Ctrl-C in a
 * terminal reaches the whole process group, but the parent decides when a render process ends.
 */
export function endWithParent(): void {
  process.on('disconnect', () => process.exit(0))
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  const watcher = new Worker(WATCH, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  })
  watcher.unref()
}
