import { expect, test } from 'vitest'
import { describeArchive } from './archive.ts'

test('a name that a sender chose, or what a stranger’s certificate says, does not steer the terminal', () => {
  const line = describeArchive({
    documentId: 'd',
    fileName: 'a\u001b[2J.pdf\nforged',
    state: 'failed',
    level: 'PAdES-BASELINE-T',
    reason: 'EVIDENCE_REVOKED',
    cause: { subject: 'CN=\u009b2J\u202e' },
    tries: 1,
    dueAt: null,
    renewAt: null,
    updatedAt: new Date(0),
  })
  expect(line).toBe(
    'd  failed  a\ufffd[2J.pdf\ufffdforged: stays PAdES-BASELINE-T because of EVIDENCE_REVOKED {"subject":"CN=\ufffd2J\ufffd"}\n',
  )
})
