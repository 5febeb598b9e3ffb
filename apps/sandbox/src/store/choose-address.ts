import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { writeAtomically } from './write-atomically.ts'

/** A start that cannot succeed, for a reason that one sentence tells. */
export class StartError extends Error {
  readonly code: 'PORT_IN_USE' | 'PORT_FIXED_BY_DATA' | 'DATA_DAMAGED' | 'CONFIGURATION_INVALID' | 'PRODUCTION_REFUSED'

  constructor(code: StartError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface Address {
  readonly host: string
  readonly port: number
}

/** An address that nobody else on this machine gets until it is let go of. */
interface ReservedAddress extends Address {
  readonly release: () => Promise<void>
}

export interface AddressWish extends Address {
  readonly dataDir: string
  /** False when nobody asked for this very port: then the next free one will do at the first start. */
  readonly portIsFixed: boolean
}

/**
 * The address that the sandbox's certificates name: chosen at the first start, kept with the data from then on. A wish
 * for port 0 takes the kept port, or any free one at the first start. Throws StartError.
 */
export async function chooseAddress(wish: AddressWish): Promise<ReservedAddress> {
  const path = join(wish.dataDir, 'address.json')
  const kept = existsSync(path) ? readAddress(path) : undefined
  if (kept === undefined) {
    const reserved = await findFreePort(wish)
    writeAtomically(path, `${JSON.stringify({ host: wish.host, port: reserved.port })}\n`)
    return reserved
  }
  if (wish.portIsFixed && wish.port !== 0 && wish.port !== kept.port) {
    throw new StartError(
      'PORT_FIXED_BY_DATA',
      `The sandbox's certificates in ${wish.dataDir} name port ${kept.port}: start it there, or use another DATA_DIR for port ${wish.port}.`,
    )
  }
  const reserved = await reserve(kept)
  if (!reserved) throw portInUse(kept)
  return reserved
}

/** The sentence for a port that another program holds. */
export const portInUse = ({ host, port }: Address): StartError =>
  new StartError(
    'PORT_IN_USE',
    `The sandbox needs ${host}:${port}, which its certificates name, but another program uses it: stop that program, or use another DATA_DIR.`,
  )

function readAddress(path: string): Address {
  try {
    const { host, port } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Address>
    if (typeof host === 'string' && Number.isInteger(port)) return { host, port: Number(port) }
  } catch {
    // Reported below, in the words for every kind of damage.
  }
  throw new StartError('DATA_DAMAGED', `The file ${path} is damaged: it should hold the sandbox's host and port.`)
}

async function findFreePort({ host, port, portIsFixed }: AddressWish): Promise<ReservedAddress> {
  const wanted = await reserve({ host, port })
  if (wanted) return wanted
  if (portIsFixed) throw portInUse({ host, port })
  for (let next = port + 1; next < port + 50; next += 1) {
    const reserved = await reserve({ host, port: next })
    if (reserved) return reserved
  }
  return open({ host, port: 0 })
}

/** @returns undefined where another program listens */
const reserve = (address: Address): Promise<ReservedAddress | undefined> => open(address).catch(() => undefined)

function open({ host, port }: Address): Promise<ReservedAddress> {
  return new Promise((resolve, reject) => {
    const holder = createServer((caller) => caller.destroy())
    holder.once('error', reject)
    holder.listen({ host, port }, () => {
      const address = holder.address()
      const taken = typeof address === 'object' && address !== null ? address.port : port
      resolve({ host, port: taken, release: () => close(holder) })
    })
  })
}

const close = (holder: Server): Promise<void> => new Promise((resolve) => void holder.close(() => resolve()))
