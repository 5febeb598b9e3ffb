/** What the description of the calls for programs shows of what happened to a document. */
const AT = '2026-11-21T10:15:02.117Z'

/** By the name of the call. */
export const SENT_EXAMPLES = {
  sentDocumentEvents: {
    answer: {
      data: [{ sequence: 1, type: 'document-sent', at: AT, person: null, reason: null, changes: [] }],
      next: null,
    },
  },
  sentDocumentMails: {
    answer: {
      data: [
        {
          guid: '5f6f7d0e-1b2c-4d3e-8f90-a1b2c3d4e5f6',
          about: 'asked',
          person: { userId: 'ana', name: 'Ana Vidal Serra' },
          at: AT,
          answers: [
            {
              state: 'taken',
              at: AT,
              server: 'mx.example.org',
              code: 250,
              status: '2.0.0',
              words: '250 2.0.0 OK',
            },
          ],
        },
      ],
      next: null,
    },
  },
}
