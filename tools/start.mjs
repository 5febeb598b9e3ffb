// `npm start`: the whole product on a fresh machine. Installs, builds, starts the sandbox and the server.
import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Refusal, ROOT, checkNodeVersion, installPackages, portIsFree, runCommand, untilAnswers } from './common.mjs'

const DATA_DIR = resolve(process.env.DATA_DIR || join(ROOT, 'data'))
const HOST = process.env.HOST || '127.0.0.1'
const PORT = Number(process.env.PORT || 8080)
const PORTAL = process.env.PUBLIC_URL || `http://${HOST === '0.0.0.0' ? 'localhost' : HOST}:${PORT}`
const DEMO_PASSWORD = process.env.DEMO_PASSWORD || 'Rubrica-2026'
const START_TIMEOUT_MS = 120_000
const PID_FILE = join(DATA_DIR, 'start.pid')

const children = []
let stopping = false

/** A process number alone may have been given to another program since, so its start time is compared as well. */
function startTimeOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return status.slice(status.lastIndexOf(')')).split(' ')[20]
  } catch {
    return undefined
  }
}

function claimDataDirectory() {
  try {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new Refusal(`The data directory ${DATA_DIR} cannot be used: ${error.message}.`)
  }
  const [pid, since] = existsSync(PID_FILE) ? readFileSync(PID_FILE, 'utf8').split(' ') : []
  if (since && startTimeOf(pid) === since) {
    throw new Refusal(
      `The data directory ${DATA_DIR} is in use by another npm start (process ${pid}); stop it, or set DATA_DIR to another directory.`,
    )
  }
  writeFileSync(PID_FILE, `${process.pid} ${startTimeOf(process.pid) ?? ''}`)
}

async function checkPort() {
  if (!Number.isInteger(PORT) || PORT < 1 || PORT > 65_535) {
    throw new Refusal(`PORT must be a whole number from 1 to 65535, and is "${process.env.PORT}".`)
  }
  if (await portIsFree(PORT, HOST)) return
  throw new Refusal(`Port ${PORT} is in use by another program; stop it, or set PORT to another number.`)
}

/** Starts one of our programs: its log goes to a file, what it says on stderr to the terminal. */
function startChild(name, env) {
  const program = join(ROOT, 'dist', `${name}.js`)
  mkdirSync(join(DATA_DIR, 'logs'), { recursive: true, mode: 0o700 })
  const log = createWriteStream(join(DATA_DIR, 'logs', `${name}.log`), { flags: 'a', mode: 0o600 })
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout.pipe(log)
  child.stderr.on('data', (chunk) => {
    log.write(chunk)
    process.stderr.write(chunk)
  })
  const entry = { name, child, over: false, ended: new Promise((done) => child.once('close', done)) }
  child.once('exit', () => {
    entry.over = true
    if (!stopping && entry.ready)
      void stopAll(1, `The ${name} program ended; its log is in ${DATA_DIR}/logs/${name}.log.`)
  })
  children.push(entry)
  return entry
}

async function untilReady(entry, url) {
  const deadline = Date.now() + START_TIMEOUT_MS
  const answer = await untilAnswers(url, () => entry.over || stopping || Date.now() > deadline)
  if (stopping) return new Promise(() => undefined)
  if (!answer)
    throw new Refusal(`The ${entry.name} program did not start; its log is in ${DATA_DIR}/logs/${entry.name}.log.`)
  entry.ready = true
  return answer
}

/** The address the sandbox chose at its first start is kept with its data, because certificates name it. */
async function startSandbox() {
  const port = Number(process.env.SANDBOX_PORT || 0)
  const folder = join(DATA_DIR, 'sandbox')
  const entry = startChild('sandbox', {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: port ? String(port) : '',
    NODE_ENV: '',
  })
  const address = await new Promise((done, fail) => {
    entry.child.on('message', (message) => message?.listening && done(message.listening))
    entry.child.once('exit', () => fail(new Refusal('The sandbox did not start; it says why above.')))
  })
  const answer = await untilReady(entry, `${address}/sandbox.json`)
  return { address, facts: await answer.json() }
}

/** Points the server at the sandbox wherever the operator named no service of their own. */
async function sandboxEnvironment({ address, facts }) {
  const anchor = join(DATA_DIR, 'sandbox-root.cer')
  const root = await fetch(`${address}/pki/root.cer`)
  writeFileSync(anchor, Buffer.from(await root.arrayBuffer()))
  const stand = {
    SANDBOX_URL: address,
    DEMO: '1',
    DEMO_PASSWORD,
    TSA_URL: facts.tsa,
    TSA_TRUST: anchor,
    TRUST_ANCHORS: anchor,
    SMTP_URL: facts.smtp,
    EST_URL: facts.est?.url,
    EST_USER: facts.est?.user,
    EST_PASSWORD: facts.est?.password,
  }
  return Object.fromEntries(Object.entries(stand).filter(([name, value]) => value && !process.env[name]))
}

async function stopAll(code, sentence) {
  if (stopping) return
  stopping = true
  if (sentence) console.error(sentence)
  // The server first: it may still have something to ask of the sandbox.
  for (const { child, ended } of children.toReversed()) {
    child.kill('SIGTERM')
    await ended
  }
  rmSync(PID_FILE, { force: true })
  process.exit(code)
}

function printAddresses(sandbox, people) {
  const rows = [
    ['Portal', PORTAL],
    ['Desk', `${sandbox.address}/  (stand-ins for the outside services, mailbox, key files and their PINs)`],
    ['Log-ins', `${people.map((person) => person.id).join(', ')}  with the password ${DEMO_PASSWORD}`],
    ['Data', DATA_DIR],
  ]
  const line = rows.map(([label, value]) => `  ${label.padEnd(8)} ${value}`).join('\n')
  console.log(`\nRúbrica is running.\n\n${line}\n\nCtrl-C stops it.`)
}

async function main() {
  checkNodeVersion()
  await checkPort()
  claimDataDirectory()
  await installPackages()
  const { buildStale } = await import('./build.mjs')
  await buildStale()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stopAll(0))
  try {
    const sandbox = await startSandbox()
    const people = fetch(`${sandbox.address}/people.json`).then((answer) => answer.json())
    const env = { PORT: String(PORT), HOST, DATA_DIR, ...(await sandboxEnvironment(sandbox)) }
    await untilReady(startChild('api', env), `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}/health/ready`)
    printAddresses(sandbox, await people)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await stopAll(1, error.message)
  }
}

await runCommand(main)
