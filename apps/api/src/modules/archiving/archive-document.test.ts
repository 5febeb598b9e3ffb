import { expect, test } from 'vitest'
import { archiveDocument, type ArchiveDocument } from './archive-document.ts'
import type { ArchiveOutcome, ArchiveTask } from './ports.ts'

const AT = new Date('2031-01-01T00:00:00Z')

test('a document that takes every process with it is given up, visibly, before it is opened again', async () => {
  const task = { documentId: 'd', isCompleted: true, tries: 3, renewAt: null } as ArchiveTask
  const outcomes: ArchiveOutcome[] = []
  const logged: string[] = []
  const say = (_facts: object, text: string) => void logged.push(text)
  const needs = {
    archives: {
      claim: async () => task,
      settle: async (_task: ArchiveTask, outcome: ArchiveOutcome) => void outcomes.push(outcome),
    },
    documents: { load: () => Promise.reject(new Error('opened')) },
    retries: { firstPauseMs: 1000, tries: 3 },
    leaseMs: 1000,
    reach: async () => undefined,
    log: { error: say, warn: say },
    now: () => AT,
  } as unknown as ArchiveDocument
  await archiveDocument(needs, 'd')
  expect(outcomes).toMatchObject([{ state: 'failed', reason: 'INTERRUPTED', dueAt: null }])
  expect(logged).toEqual(['A document stays at its level.'])
})
