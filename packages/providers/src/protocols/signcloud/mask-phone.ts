import { readText } from '../read-answer.ts'

const SHOWN = 3
const PHONE = /^\+?[\d\s().*•-]{5,32}$/

/** The end of a phone number, so that its owner knows which one it is; empty for what is no phone number. */
export function maskPhone(value: unknown): string {
  const number = readText(value)
  return number !== undefined && PHONE.test(number) ? `•••${number.slice(-SHOWN)}` : ''
}
