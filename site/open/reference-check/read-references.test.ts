import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { readReferences } from './find-candidates.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('the index is queried for PubMed ids of references without a DOI', () => {
  const asked: unknown[] = []
  const cats = storedDoi('10.1000/cats')
  const findPmids = (pmids: readonly string[]) => {
    asked.push(pmids)
    return new Map([['1', cats]])
  }
  const read = readReferences({ findPmids }, bytesOf('PMID: 1\n10.1000/a PMID: 2\nPMID: 3\nLovelace A. Why cats land.'))
  expect(asked).toEqual([['1', '3']])
  expect(read).toMatchObject({ kind: 'read', bibliography: { format: 'plain' }, byPmid: new Map([['1', cats]]) })
})

test('unreadable input is reported, and internal errors are not blamed on the text', () => {
  const findPmids = () => {
    throw new Error('The index is away.')
  }
  expect(readReferences({ findPmids }, bytesOf(''))).toEqual({
    kind: 'unreadable',
    sentence: 'There is no reference in this text.',
  })
  expect(() => readReferences({ findPmids }, bytesOf('PMID: 1'))).toThrow('The index is away.')
})
