// `npm start`: the whole product on a fresh machine. Installs, builds, starts the sandbox and the server.
import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sandboxEnvironment } from './sandbox-environment.mjs'
import {
  Refusal,
  ROOT,
  checkNodeVersion,
  installPackages,
  portIsFree,
  runChild,
  runCommand,
  whenLeftByNpm,
} from './common.mjs'

const DATA_DIR = resolve(process.env.DATA_DIR || join(ROOT, 'data'))
const HOST = process.env.HOST || '127.0.0.1'
const PORT = Number(process.env.PORT || 8080)
const DEMO_PASSWORD = process.env.DEMO_PASSWORD || 'Rubrica-2026'
const PID_FILE = join(DATA_DIR, 'start.pid')

const children = []
let stopping = false

/** What the people who start them call our programs. */
const TITLES = { sandbox: 'sandbox', api: 'server' }

const logOf = (name) => join(DATA_DIR, 'logs', `${name}.log`)

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
    const [pid, since] = existsSync(PID_FILE) ? readFileSync(PID_FILE, 'utf8').split(' ') : []
    if (!since || startTimeOf(pid) !== since) {
      writeFileSync(PID_FILE, `${process.pid} ${startTimeOf(process.pid) ?? ''}`)
      return
    }
    throw new Refusal(
      `The data directory ${DATA_DIR} is in use by another npm start (process ${pid}); stop it, or set DATA_DIR to another directory.`,
    )
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reasons = { EEXIST: 'it is a file', ENOTDIR: 'it is below a file', EACCES: 'you may not write there' }
    throw new Refusal(`The data directory ${DATA_DIR} cannot be used: ${reasons[error.code] ?? error.message}.`)
  }
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
  const log = createWriteStream(logOf(name), { flags: 'a', mode: 0o600 })
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout.pipe(log)
  let lastWords = ''
  child.stderr.on('data', (chunk) => {
    lastWords = String(chunk)
    log.write(chunk)
    process.stderr.write(chunk)
  })
  const entry = {
    name,
    child,
    // A stack trace explains nothing to whoever typed `npm start`; whole sentences do.
    hasExplained: () => /^(?:.*\.\n)+$/.test(lastWords),
    readiness: new Promise((done) => child.on('message', (message) => message.ready && done(message))),
    ended: new Promise((done) => child.once('close', done)),
  }
  void Promise.all([entry.readiness, entry.ended]).then(() => {
    if (!stopping) void stopAll(1, `The ${TITLES[name]} ended by itself; its log is ${logOf(name)}.`)
  })
  children.push(entry)
  return entry
}

/** A program says `{ ready, url }` once it serves; one that ends first has said why on stderr. */
async function untilReady(entry) {
  const message = await Promise.race([entry.readiness, entry.ended])
  if (message?.ready) return message
  if (stopping) return new Promise(() => undefined)
  throw new Refusal(
    entry.hasExplained() ? '' : `The ${TITLES[entry.name]} did not start; its log is ${logOf(entry.name)}.`,
  )
}

/** In a process of its own: what the build tools keep in memory ends with it, while this one stays for days. */
async function build() {
  // It has said what does not build.
  if ((await runChild(process.execPath, [join(ROOT, 'tools/build.mjs'), '--quiet'])) !== 0) throw new Refusal('')
}

/** The address the sandbox chose at its first start is kept with its data, because certificates name it. */
async function startSandbox() {
  const folder = join(DATA_DIR, 'sandbox')
  const entry = startChild('sandbox', {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: process.env.SANDBOX_PORT ?? '',
    DEMO_PASSWORD,
  })
  const { url } = await untilReady(entry)
  return url
}

/**
 * What belongs to one outside service: an operator's address never goes with the sandbox's credentials or trust. What
 * is not named here stands alone.
 */
const SERVICES = [
  ['TSA_URL', 'TSA_TRUST'],
  ['TRUST_ANCHORS', 'OUTGOING_PRIVATE_ORIGINS'],
  ['EST_URL', 'EST_USER', 'EST_PASSWORD'],
  ['SMS_URL', 'SMS_TOKEN'],
  ['REDTRUST_URL', 'REDTRUST_DSS_URL'],
  ['SWISSCOM_URL', 'SWISSCOM_CLAIMED_IDENTITY'],
  ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['MICROSOFT_ISSUER', 'MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
  ['WALLET_ISSUER', 'WALLET_CLIENT_ID', 'WALLET_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_NAME', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_LEGAL_ID_CLAIM'],
]

/** Points the server at the sandbox wherever the operator named no service of their own. */
async function serverEnvironment(sandbox) {
  const offered = await sandboxEnvironment(sandbox, DATA_DIR)
  const serviceOf = (name) => SERVICES.find((names) => names.includes(name)) ?? [name]
  const open = Object.entries(offered).filter(([name]) => !serviceOf(name).some((own) => process.env[own]))
  return {
    ...Object.fromEntries(open),
    PORT: String(PORT),
    HOST,
    DATA_DIR,
    DEMO: process.env.DEMO || '1',
    DEMO_PASSWORD,
  }
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

async function printAddresses(portal, sandbox) {
  const { people } = await (await fetch(`${sandbox}/people.json`)).json()
  const rows = [
    ['Portal', portal],
    ['Log-ins', `${people.map((person) => person.id).join(', ')}; password ${DEMO_PASSWORD}`],
    ['Desk', `${sandbox}/ (their log-ins, key files and PINs, their mailbox and phone)`],
    ['Data', DATA_DIR],
  ]
  const table = rows.map(([label, value]) => `  ${label.padEnd(9)}${value}`).join('\n')
  console.log(`\nRúbrica is running. Ctrl-C stops it.\n\n${table}\n`)
}

async function main() {
  checkNodeVersion()
  await checkPort()
  claimDataDirectory()
  await installPackages()
  await build()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stopAll(0))
  whenLeftByNpm(() => void stopAll(0))
  try {
    const sandbox = await startSandbox()
    const { url } = await untilReady(startChild('api', await serverEnvironment(sandbox)))
    await printAddresses(process.env.PUBLIC_URL || url, sandbox)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await stopAll(1, error.message)
  }
}

await runCommand(main)
