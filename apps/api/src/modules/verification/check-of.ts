import { createHash } from 'node:crypto'

/**
 * What compares a file with another and tells nothing more: who has a digest can ask what the file's signatures are worth,
 * and by whom they are. SHA-256 of the octets of a SHA-256, both in hexadecimal digits.
 */
export const checkOf = (digest: string): string => createHash('sha256').update(Buffer.from(digest, 'hex')).digest('hex')
