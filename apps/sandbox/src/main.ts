import { readConfiguration } from './read-configuration.ts'
import { startSandbox } from './start-sandbox.ts'
import { StartError } from './store/choose-address.ts'

try {
  const sandbox = await startSandbox(readConfiguration(process.env))
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    sandbox.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A sandbox that was forked must not outlive its parent, however that one ended.
  process.on('disconnect', stop)
  process.stdout.write(`sandbox ready at ${sandbox.url}\n`)
  process.send?.({ ready: true, url: sandbox.url, smtp: sandbox.smtpUrl })
} catch (error) {
  const sentence = error instanceof StartError ? error.message : `The sandbox could not start: ${String(error)}`
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
  process.disconnect?.()
}
