import { describe, expect, test, vi } from 'vitest'
import { knownFrom } from '../known/index.ts'
import type { PaperFacts } from './facts.ts'
import { noticesByTitle } from './notices-by-title.ts'
import { evidenceOf } from './statuses.ts'
import { among, title, work } from './testing/index.ts'

const paper = work('10.1000/paper')
const noticeTitled = (heading: string, more: Partial<PaperFacts> = {}) =>
  work('10.1000/notice', { title: `${heading}${title}`, year: 2004, ...more })

describe('a paper of which only the title of its notice says that it is gone', () => {
  test.each([
    ['Retraction: ', 'retracted'],
    ['Retraction Note: ', 'retracted'],
    ['Notice of Retraction: ', 'retracted'],
    ['Withdrawal: ', 'withdrawn'],
    ['Expression of Concern: ', 'concern'],
    ['Editorial Expression of Concern: ', 'concern'],
  ])('%s', (heading, kind) => {
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
  ])('%s says nothing', (_, others) => expect(noticesByTitle(paper, among(paper, ...others))).toEqual([]))

  test('what a source tells of the paper goes before', () => {
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

  test('the works are looked up once, for all headings', () => {
    const titled = vi.fn(among(paper))
    noticesByTitle(paper, titled)
    expect(titled).toHaveBeenCalledTimes(1)
  })
})
