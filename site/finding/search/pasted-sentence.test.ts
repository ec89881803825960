import { expect, test } from 'vitest'
import { type Pasted, storedDoi } from '../../kit/doi/index.ts'
import { notFoundMessage, unavailableMessage } from './open-find-works.ts'

const otherWays = 'Paste the paper’s DOI, or search for its title.'
const byAddress = (url: string): Pasted => ({ kind: 'ask-openalex', ask: { by: 'address', url, guess: null } })
const byNumber = (by: 'pmid' | 'pmcid', id: string): Pasted => ({ kind: 'ask-openalex', ask: { by, id } })

test.each<[Pasted, string]>([
  [{ kind: 'isbn' }, 'This is an ISBN.'],
  [{ kind: 'orcid' }, 'This is an ORCID iD.'],
  [{ kind: 'broken-doi' }, 'This DOI is incomplete.'],
  [{ kind: 'unreadable-address', host: 'doi.org' }, 'Short DOIs are not supported. Open it at doi.org'],
  [
    { kind: 'unreadable-address', host: 'example.org' },
    `This example.org address doesn’t identify a paper. ${otherWays}`,
  ],
  [byNumber('pmid', '7'), `No paper found for PMID 7. ${otherWays}`],
  [byNumber('pmcid', 'PMC7'), `No paper found for PMCID PMC7. ${otherWays}`],
  [byAddress('https://example.org/tea'), `This example.org address doesn’t identify a paper. ${otherWays}`],
])('the message for %j without a paper explains what it is', (pasted, sentence) => {
  expect(notFoundMessage(pasted)).toContain(sentence)
})

test.each<[Pasted, string]>([
  [byNumber('pmid', '7'), 'it is a number of PubMed’s'],
  [byNumber('pmcid', 'PMC7'), 'it is a number of PubMed’s'],
  [byAddress('https://example.org/tea'), 'the address does not say it'],
])('the message for %j while OpenAlex is unavailable explains why', (pasted, why) => {
  expect(unavailableMessage(pasted)).toContain(
    `: ${why}, and OpenAlex, which may know it, does not answer. ${otherWays}`,
  )
})

test('words and DOIs get no message, nor do identifiers OpenAlex cannot resolve while it is unavailable', () => {
  for (const pasted of [{ kind: 'words' }, { kind: 'doi', doi: storedDoi('10.1000/x') }] as const)
    expect([notFoundMessage(pasted), unavailableMessage(pasted)]).toEqual([null, null])
  for (const pasted of [{ kind: 'isbn' }, { kind: 'unreadable-address', host: 'example.org' }] as const)
    expect(unavailableMessage(pasted)).toBeNull()
})
