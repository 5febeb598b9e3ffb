/**
 * Runs as a process of its own, so that the most memory it ever had is that of one job:
 * peak-memory.ts sign|validate IN.pdf [OUT.pdf KEY.pem CERTIFICATE.pem]. Prints kilobytes.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { openSync, readFileSync, writeSync } from 'node:fs'
import { signPdf, validate } from '@rubrica/pades'

const [work, input = '', output = '', key = '', certificate = ''] = process.argv.slice(2)
const base = readFileSync(input)
if (work === 'sign') {
  const tail = await signPdf(
    base,
    {
      certificate: new X509Certificate(readFileSync(certificate)).raw,
      chain: [],
      digestAlgorithm: 'SHA-256',
      field: { create: { name: 'Signature', page: 1 } },
      claimedTime: new Date(),
    },
    createPrivateKey(readFileSync(key)),
  )
  const file = openSync(output, 'w')
  for (const part of [base, tail]) writeSync(file, part)
} else {
  validate(base, { trustAnchors: [] })
}
// The kernel's other measure, maxRSS, begins with what the process had that started this one.
console.log(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1])
