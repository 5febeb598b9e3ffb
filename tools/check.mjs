// `npm run check`: every script of package.json whose name begins with `check:`, as many at once as there are cores.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Refusal, ROOT, runCommand } from './common.mjs'

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'))
const failed = []

/** Runs one to its end and prints all that it said at once, so that what two say is not mixed. */
function runCheck(name) {
  return new Promise((done) => {
    const child = spawn(`npm run --silent ${name}`, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => (said += text))
    }
    child.once('close', (code) => {
      if (code !== 0) failed.push(name)
      console.log(`== ${name} ${code === 0 ? '' : 'FAILED '}==\n${said.trimEnd()}`)
      done()
    })
  })
}

async function runLane() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await runCheck(name)
}

await runCommand(async () => {
  await Promise.all(Array.from({ length: availableParallelism() }, runLane))
  if (failed.length > 0) throw new Refusal(`Failed: ${failed.join(', ')}.`)
})
