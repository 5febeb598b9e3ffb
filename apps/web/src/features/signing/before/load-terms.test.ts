import { expect, test } from 'vitest'
import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { loadTerms } from './load-terms.ts'

const documents = 'abcdef'.split('').map((guid) => ({ SignerDTO: { SignerGUID: guid } }) as PendingDocument)

test('equal terms of several documents are one group, in the order of the documents, whoever answers first', async () => {
  const ask = async (guid: string) => {
    if (guid === 'a') await new Promise((resolve) => setImmediate(resolve))
    const Text = 'ace'.includes(guid) ? 'one' : guid
    return { Title: '', Text, Digest: Text }
  }
  const groups = await loadTerms(documents, ask)
  const told = groups.map(({ Text, documents: group }) => [Text, group.map(({ SignerDTO }) => SignerDTO.SignerGUID)])
  expect(told).toEqual([
    ['one', ['a', 'c', 'e']],
    ['b', ['b']],
    ['d', ['d']],
    ['f', ['f']],
  ])
})

test('when one text is missing, none is loaded', async () => {
  const ask = (guid: string) =>
    guid === 'f' ? Promise.reject(new Error('gone')) : Promise.resolve({ Title: '', Text: guid, Digest: guid })
  await expect(loadTerms(documents, ask)).rejects.toThrow('gone')
})
