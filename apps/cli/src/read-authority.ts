import { requestTimestamp, type TimestampSource } from '@rubrica/pki'
import { UsageError } from './command.ts'

/**
 * The timestamp authority at an address; name and password may stand in it, and travel as a header.
 * @throws UsageError when it is no http or https address
 */
export function readAuthority(text: string): TimestampSource {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new UsageError('--tsa is an http or https address.')
  const { username, password } = url
  if (!username && !password) return requestTimestamp(url)
  const credentials = [username, password].map(decodePart).join(':')
  url.username = url.password = ''
  return requestTimestamp(url, { headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } })
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new UsageError('In the address of --tsa a % in name or password is written %25.')
  }
}
