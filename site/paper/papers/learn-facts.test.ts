import { expect, test } from 'vitest'
import { createLearn } from './create-papers.ts'
import type { PaperFacts } from './facts-store.ts'
import { noDetails } from './record-details.ts'
import { work } from './testing/index.ts'

const learn = async (found: readonly PaperFacts[], kept: readonly PaperFacts[] = []) => {
  const done: string[] = []
  await createLearn({
    stored: async dois => new Map(kept.filter(({ doi }) => dois.includes(doi)).map(facts => [facts.doi, facts])),
    save: async (doi, { facts }) => {
      done.push(`save ${doi} ${facts?.title}`)
    },
    refreshLater: doi => done.push(`refresh ${doi}`),
  })(found)
  return done
}

test('metadata from a search result is stored, and a paper with truncated authors is fetched later', async () => {
  const found = [work('10.1000/a', { title: 'A' }), work('10.1000/b', { title: 'B', authorsTruncated: true })]
  expect(await learn(found)).toEqual(['save 10.1000/a A', 'save 10.1000/b B', 'refresh 10.1000/b'])
})

test('search results do not overwrite metadata fetched individually', async () => {
  const kept = [work('10.1000/a', { details: noDetails }), work('10.1000/b')]
  const found = [work('10.1000/a', { authorsTruncated: true }), work('10.1000/b', { title: 'B' })]
  expect(await learn(found, kept)).toEqual(['save 10.1000/b B'])
})
