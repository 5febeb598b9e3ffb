import { createHash } from 'node:crypto'

/**
 * What compares a file with another and tells nothing more. SHA-256 of the octets of a SHA-256, both in hexadecimal digits.
 */
export const checkOf = (digest: string): string => createHash('sha256').update(Buffer.from(digest, 'hex')).digest('hex')
