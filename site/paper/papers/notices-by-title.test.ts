import { describe, expect, test, vi } from 'vitest'
import { knownFrom } from '../known/index.ts'
import type { PaperFacts } from './facts-store.ts'
import { mayHaveNotices, noticesByTitle } from './local-index.ts'
import { evidenceOf } from './statuses.ts'
import { among, title, work } from './testing/index.ts'

const paper = work('10.1000/paper')
const noticeTitled = (heading: string, more: Partial<PaperFacts> = {}) =>
  work('10.1000/notice', { title: `${heading}${title}`, year: 2004, ...more })

describe('paper whose retraction is known only from a notice’s title', () => {
  test.each([
    ['Retraction: ', 'retracted'],
    ['Retraction Note: ', 'retracted'],
    ['Notice of Retraction: ', 'retracted'],
    ['Withdrawal: ', 'withdrawn'],
    ['Expression of Concern: ', 'concern'],
    ['Editorial Expression of Concern: ', 'concern'],
  ])('the notice title prefix %s counts', (heading, kind) => {
    const near = { local: () => ({ kind: 'not-found' as const }), titled: among(paper, noticeTitled(heading)) }
    const evidence = evidenceOf(paper.doi, paper, { updates: [], replications: [] }, near)
    expect(knownFrom(evidence, [], Date.UTC(2026, 0)).status).toMatchObject({
      kind,
      date: '2004',
      source: { name: 'the title of the notice' },
      notice: { doi: '10.1000/notice' },
    })
  })

  test.each<[string, PaperFacts[]]>([
    ['a correction', [noticeTitled('Correction: ')]],
    ['a notice of another journal', [noticeTitled('Retraction: ', { journal: 'Journal of Mice' })]],
    ['a notice older than the paper', [noticeTitled('Retraction: ', { year: 1999 })]],
    ['two papers with the title', [noticeTitled('Retraction: '), work('10.1000/other')]],
    ['no notice', []],
  ])('%s is not evidence', (_, others) => expect(noticesByTitle(paper, among(paper, ...others))).toEqual([]))

  test('a source’s own statement takes precedence', () => {
    const update = {
      doi: paper.doi,
      type: 'retraction',
      noticeDoi: '10.1000/c',
      date: '2002',
      retracted: false,
      title: null,
      source: 'starter' as const,
    }
    const near = { local: () => ({ kind: 'not-found' as const }), titled: among(paper, noticeTitled('Retraction: ')) }
    expect(evidenceOf(paper.doi, paper, { updates: [update], replications: [] }, near).updates).toEqual([update])
  })

  test('works are looked up once for all prefixes', () => {
    const titled = vi.fn(among(paper))
    noticesByTitle(paper, titled)
    expect(titled).toHaveBeenCalledTimes(1)
  })
})

describe('papers in a list with notices by title', () => {
  const other = work('10.1000/other', { title: 'Quite another study of mice in large rooms' })
  const short = work('10.1000/short', { title: 'Rats in rooms' })
  const list = [paper, other, short, work('10.1000/untitled', { title: null })]
  /** Records the index queries; the index knows title prefixes that begin with `known`. */
  const ask = (known: string, papers = list) => {
    const asked: string[] = []
    const dois = mayHaveNotices(papers, starts => {
      asked.push(...starts)
      return new Set(starts.filter(start => start.startsWith(known)))
    })
    return { asked, dois: [...dois] }
  }

  test('papers with a matching notice title are selected', () => {
    const { asked, dois } = ask('retraction note to a study of rats')
    expect(dois).toEqual([paper.doi])
    expect(asked).toContain(
      'expression of concern a study of rats in small rooms'.slice(
        0,
        asked.find(start => start.startsWith('expression'))?.length,
      ),
    )
    // Short or missing titles cannot identify a paper.
    expect(asked.some(start => start.includes('rats in rooms'))).toBe(false)
  })

  test('all papers with such a notice are selected, possibly none', () => {
    expect(ask('withdrawal').dois).toEqual([paper.doi, other.doi])
    expect(ask('correction').dois).toEqual([])
    expect(ask('', []).dois).toEqual([])
  })

  test.each(['RETRACTED: ', 'WITHDRAWN: '])('notices are found whatever prefix precedes the title: %s', before => {
    expect(ask('retraction a study', [{ ...paper, title: `${before}${title}` }]).dois).toEqual([paper.doi])
  })
})

test.each([
  ['Partial Retraction: ', 'partial-retraction'],
  ['Notice of Partial Retraction: ', 'partial-retraction'],
  ['Retraction: ', 'retraction'],
])('%s is reported as a %s with the notice’s year and title', (heading, type) => {
  const notice = noticeTitled(heading, { year: null })
  const [found] = noticesByTitle(paper, () => [notice, notice, paper])
  expect(noticesByTitle(paper, () => [notice, notice, paper])).toHaveLength(1)
  expect(found).toMatchObject({
    doi: paper.doi,
    type,
    noticeDoi: notice.doi,
    date: null,
    title: notice.title,
    retracted: false,
  })
})
