/**
 * The address that mails return to: that of the setting, and in it, after a plus sign, the code of the mail. So a report is
 * about a mail by the address that it came to, whatever it says, and nobody can make one up for a mail that they have not got.
 */
export interface ReturnAddress {
  readonly of: (returnCode: string) => string
  /** @returns undefined for any other address */
  readonly codeIn: (address: string) => string | undefined
}

const CODE = /^[0-9a-f]{32}$/

/** @param address such as `bounces@sign.example.org`, whose mail server takes what comes to `bounces+<anything>@…`, too */
export function readReturnAddress(address: string): ReturnAddress {
  const at = address.lastIndexOf('@')
  const [name, host] = [address.slice(0, at), address.slice(at + 1)]
  const [begin, end] = [`${name}+`.toLowerCase(), `@${host}`.toLowerCase()]
  return {
    of: (returnCode) => `${name}+${returnCode}@${host}`,
    codeIn: (written) => {
      const found = written.toLowerCase()
      if (!found.startsWith(begin) || !found.endsWith(end)) return undefined
      const code = found.slice(begin.length, -end.length)
      return CODE.test(code) ? code : undefined
    },
  }
}
