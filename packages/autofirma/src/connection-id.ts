/** Random names of a connection: with predictable ones any program of the PC could act in the page's place. */

type Random = (count: number) => Uint8Array

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const ID_LENGTH = 20
/** Octets from here on would favour the first letters. */
const FAIR = 256 - (256 % ALPHABET.length)
const FIRST_PORT = 49_152
const PORT_BITS = 0x3fff
const PORT_COUNT = 3
/** Where clients of other versions listen; a request could reach one that is about to end. */
const FIXED_PORT = 63_117

/** Twenty letters and digits: with any other character the application would check no connection at all. */
export function makeConnectionId(random: Random): string {
  let id = ''
  while (id.length < ID_LENGTH) {
    for (const octet of random(ID_LENGTH - id.length)) if (octet < FAIR) id += ALPHABET.charAt(octet % ALPHABET.length)
  }
  return id
}

/** Three different ports of the range for private use. */
export function choosePorts(random: Random): number[] {
  const ports = new Set<number>()
  while (ports.size < PORT_COUNT) {
    const [high = 0, low = 0] = random(2)
    const port = FIRST_PORT + (((high << 8) | low) & PORT_BITS)
    if (port !== FIXED_PORT) ports.add(port)
  }
  return [...ports]
}
