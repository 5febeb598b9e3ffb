import { portalConfig } from './portal-config.ts'

/** How long anybody waits for what is only a remark, in milliseconds. */
const PATIENCE = 3000
/** Octets of an answer. */
const LONGEST_ANSWER = 4096
/** Characters of a place, as the server takes them. */
const LONGEST_PLACE = 255

/** Asks a third party that the operator has named, sending nothing about the person. @throws when it does not answer */
async function ask(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal,
  })
  if (!response.ok || !response.body) throw new Error(`A look-up answered ${response.status}`)
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true })
    if (text.length > LONGEST_ANSWER) {
      await reader.cancel()
      throw new Error('A look-up answered too much')
    }
  }
  return text
}

/** The members of a JSON object with lower-case names; none for any other text. */
function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name.toLowerCase(), value]))
  } catch {
    return {}
  }
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const IPV6 = /^[\da-f:.]*:[\da-f:.]*$/i

function isAddress(text: string): boolean {
  return IPV4.test(text) || (IPV6.test(text) && URL.canParse(`http://[${text}]/`))
}

/** The address in an answer: the text itself, or the member of a JSON object that holds one; empty without. */
export function readAddress(answer: string): string {
  const { ip, ipaddress, query, address } = membersOf(answer)
  const found = [answer.trim(), ip, ipaddress, query, address].find(
    (value): value is string => typeof value === 'string' && isAddress(value),
  )
  return found ?? ''
}

function coordinate(value: unknown, limit: number): number | null {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof read === 'number' && Math.abs(read) <= limit ? read : null
}

/** The place in an answer in JSON: latitude and longitude in degrees, else the names of the place; empty without. */
export function readPlace(answer: string): string {
  const members = membersOf(answer)
  const [first, second] = typeof members.loc === 'string' ? members.loc.split(',') : []
  const latitude = coordinate(members.latitude ?? members.lat ?? first, 90)
  const longitude = coordinate(members.longitude ?? members.lon ?? members.lng ?? second, 180)
  if (latitude !== null && longitude !== null) return `${latitude},${longitude}`
  const { city, region, country } = members
  const names = [city, region, country].filter((name): name is string => typeof name === 'string' && name !== '')
  return names
    .join(', ')
    .replace(/\p{Cc}/gu, '')
    .slice(0, LONGEST_PLACE)
}

/** What is being asked for; empty where no answer is any good. */
type LookUp = () => Promise<string>

const NOTHING: LookUp = () => Promise.resolve('')

function lookUp(url: string, read: (answer: string) => string): LookUp {
  if (url === '') return NOTHING
  const patience = new AbortController()
  const answer = ask(url, patience.signal).then(read, () => '')
  return () => {
    setTimeout(() => patience.abort(), PATIENCE)
    return answer
  }
}

/** Where a signature is made from, as third parties report it; empty where nobody is asked or no answer can be used. */
export interface WhereFrom {
  readonly address: string
  readonly place: string
}

/**
 * Begins to ask where the person is.
 * @param sharesPlace whether the person agrees that their place is asked for
 * @returns gives what was answered, three seconds after it was first called at the latest; never throws
 */
export function lookUpWhereFrom(sharesPlace: boolean): () => Promise<WhereFrom> {
  const { ipLookupUrl, geoLookupUrl } = portalConfig()
  const address = lookUp(ipLookupUrl, readAddress)
  const place = lookUp(sharesPlace ? geoLookupUrl : '', readPlace)
  return async () => {
    const [foundAddress, foundPlace] = await Promise.all([address(), place()])
    return { address: foundAddress, place: foundPlace }
  }
}
