import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { createLogger } from '@corroborate/server-kit/logging'
import { createOutbox } from '@corroborate/server-kit/outbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSearchJson } from '../finding/search-box/index.ts'
import { loadStarterCorpus } from '../finding/works-import/index.ts'
import { doiFromText, storedDoi } from '../kit/doi/index.ts'
import { nothingKnown, replaceStarter, statusMark, statusWords } from '../paper/known/index.ts'
import { createPapers, type PaperJobs, type Papers, type PaperTables, paperPage } from '../paper/papers/index.ts'
import { createSearchPool, openWorksReader, type SearchPool } from '../paper/works-index/index.ts'
import { siteMigrations } from './migrations.ts'

/** Statuses of well-known papers on a fresh installation, from the starter corpus alone. */
const folder = mkdtempSync(join(tmpdir(), 'best-known-'))
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
let papers: Papers<null>
let search: SearchPool
let titleOf: (doi: string) => string | null

beforeAll(async () => {
  const now = () => Date.UTC(2026, 10, 22)
  const db = await openDatabase<PaperTables>({
    file: join(folder, 'site.sqlite'),
    migrations: siteMigrations,
    now,
  })
  closing.unshift(() => db.destroy())
  const indexFile = join(folder, 'works.sqlite')
  await loadStarterCorpus({
    folder: join(import.meta.dirname, '../finding/starter-corpus'),
    indexFile,
    store: { isEmpty: async () => true, replace: known => replaceStarter(db, known, Date.now()) },
    now,
  })
  const works = openWorksReader(indexFile)
  closing.unshift(() => works.close())
  search = createSearchPool({ file: indexFile, threads: 1, deadline: 15_000 })
  closing.unshift(() => search.close())
  titleOf = doi => {
    const answer = works.findWork(storedDoi(doi))
    return answer.kind === 'found' ? answer.work.title : null
  }
  const logger = createLogger('silent')
  papers = createPapers<null>({
    attempts: async () => [],
    notes: async () => [],
    db,
    outbox: createOutbox<PaperJobs>(db, { logger, now }),
    lookUpWorks: async ask => ask(works),
    openAlex: null,
    crossref: null,
    origin: 'http://localhost:5000',
    contact: undefined,
    sections: async () => ({ vote: {}, claim: {}, bounty: {}, other: {} }),
    mayAskOutside: async () => ({ kind: 'allowed' }),
    logger,
    now,
  })
  closing.unshift(() => papers.close())
})
afterAll(async () => {
  for (const close of closing) await close()
})

const page = async (text: string) => {
  const doi = doiFromText(text) ?? storedDoi('')
  const result = await papers.page(doi, null, '192.0.2.1')
  if (result.kind !== 'page') throw new Error(`${doi} moved`)
  return result.model
}

type Case = [doi: string, what: string, word: string | null, headline: string]
const cases: Case[] = [
  ['10.1016/s0140-6736(97)11096-0', 'Wakefield 1998', 'Retracted', 'Retracted on 6 February 2010'],
  ['10.1016/s0140-6736(20)31180-6', 'Surgisphere, Lancet', 'Retracted', 'Retracted in June 2020'],
  ['10.1056/nejmoa2007621', 'Surgisphere, NEJM', 'Retracted', 'Retracted on 4 June 2020'],
  ['10.1038/nature12968', 'STAP', 'Retracted', 'Retracted on 2 July 2014'],
  ['10.1038/nature12969', 'STAP, second paper', 'Retracted', 'Retracted on 2 July 2014'],
  ['10.1126/science.1094515', 'Hwang 2004', 'Retracted', 'Retracted on 20 January 2006'],
  ['10.1126/science.1112286', 'Hwang 2005', 'Retracted', 'Retracted on 20 January 2006'],
  ['10.1126/science.1256151', 'LaCour', 'Retracted', 'Retracted on 5 June 2015'],
  ['10.1016/j.fct.2012.08.005', 'Séralini', 'Retracted', 'Retracted in January 2014'],
  ['10.1126/science.1197258', 'Arsenic life', 'Retracted', 'Retracted on 24 July 2025'],
  ['10.1126/science.1201068', 'Stapel', 'Retracted', 'Retracted on 2 December 2011'],
  ['10.1126/science.1179052', 'XMRV', 'Retracted', 'Retracted on 23 December 2011'],
  ['10.1073/pnas.1209746109', 'Signing first', 'Retracted', 'Retracted in September 2021'],
  ['10.1038/s41586-020-2801-z', 'Carbonaceous superconductor', 'Retracted', 'Retracted on 26 September 2022'],
  ['10.1038/s41586-023-05742-0', 'Lutetium superconductor', 'Retracted', 'Retracted on 7 November 2023'],
  ['10.1038/nature26142', 'Majorana', 'Retracted', 'Retracted on 8 March 2021'],
  ['10.1038/nature04533', 'Aβ*56', 'Retracted', 'Retracted on 24 June 2024'],
  ['10.1038/nm1491', 'Potti', 'Retracted', 'Retracted in January 2011'],
  ['10.1056/nejmoa060467', 'Potti, NEJM', 'Retracted', 'Retracted in March 2011'],
  ['10.1038/s41586-018-0651-8', 'Ocean warming', 'Retracted', 'Retracted on 25 September 2019'],
  ['10.1038/nmeth.4293', 'Unexpected mutations', 'Retracted', 'Retracted in 2018'],
  ['10.1038/35046008', 'Schön', 'Retracted', 'Retracted in March 2003'],
  ['10.1016/j.ijantimicag.2020.105949', 'Hydroxychloroquine', 'Retracted', 'Retracted in December 2024'],
  ['10.1056/nejmoa1200303', 'PREDIMED', 'Retracted and republished', 'Retracted and republished in June 2018'],
  ['10.1073/pnas.1320040111', 'Emotional contagion', 'Expression of concern', 'Expression of concern in July 2014'],
  ['10.1073/pnas.1602413113', 'Cluster failure', 'Corrected', 'Corrected in 2016'],
  ['10.1038/33859', 'Hockey stick', 'Corrected', 'Corrected on 1 July 2004'],
  ['10.1038/385810a0', 'Dolly', 'Corrected', 'Corrected on 13 March 1997'],
  ['10.1038/nrn3475', 'Power failure', 'Corrected', 'Corrected in 2013'],
  [
    '10.1037/0022-3514.54.5.768',
    'Facial feedback',
    'Mixed replication results',
    'Mixed replication results: 1 failed, 1 mixed',
  ],
  [
    '10.1177/0956797610383437',
    'Power posing',
    'Mixed replication results',
    'Mixed replication results: 1 failed, 1 mixed',
  ],
  ['10.1037/a0021524', 'Feeling the future', 'Failed to replicate', 'Failed to replicate (2 of 2 studies)'],
  ['10.1126/science.1130726', 'Macbeth effect', 'Failed to replicate', 'Failed to replicate (2 of 2 studies)'],
  ['10.1037/0022-3514.71.2.230', 'Elderly walk', 'Failed to replicate', 'Failed to replicate (1 of 1 study)'],
  ['10.1126/science.1239918', 'Literary fiction', 'Failed to replicate', 'Failed to replicate (1 of 1 study)'],
  ['10.1016/0022-0728(89)80006-3', 'Cold fusion', 'Failed to replicate', 'Failed to replicate (2 of 2 studies)'],
  [
    '10.1257/aer.100.2.573',
    'Growth in a time of debt',
    'Could not be reproduced',
    'Could not be reproduced (1 of 1 study)',
  ],
  ['10.1126/science.7455683', 'Framing', 'Replicated', 'Replicated (2 of 2 studies)'],
  ['10.2307/1914185', 'Prospect theory', 'Replicated', 'Replicated (1 of 1 study)'],
  ['10.1037/h0054651', 'Stroop', 'Replicated', 'Replicated (1 of 1 study)'],
  ['10.1037/h0040525', 'Milgram', 'Replicated', 'Replicated (1 of 1 study)'],
  ['10.1056/nejmoa1800389', 'PREDIMED again', null, 'No evidence for or against this paper found'],
  ['10.1002/andp.19053220607', 'Einstein', null, 'No retractions, corrections or replications found'],
  ['10.5555/12345678', 'nobody’s', null, 'No record found for this DOI'],
  ['10.1016/s0140-6736(10)60175-4', 'a notice', null, 'This is the notice that retracts another paper'],
  ['10.1016/s0140-6736(04)15715-2', 'a partial one', null, 'This is the notice that retracts a part of another paper'],
  ['10.1126/science.1124926', 'a notice for two', null, 'This is the notice that retracts 2 other papers'],
  ['10.1016/s0140-6736(20)31290-3', 'a concern', null, 'This is the notice that raises concern about another paper'],
  ['10.1038/nature02478', 'a correction', null, 'This is the notice that corrects another paper'],
]

describe('well-known papers', () => {
  test.each(cases)(
    '%s (%s) has the same status on page, title, share picture, citation, data and search',
    async (text, _, word, headline) => {
      const model = await page(text)
      const { status } = model.known
      expect(statusWords(status)).toMatchObject({ word, headline })

      const head = paperPage.head(model, 'http://localhost:5000')
      const shared = head.properties?.find(({ property }) => property === 'og:title')?.content
      const title = model.title ?? model.doi
      expect(head.title.startsWith(word === null ? title.slice(0, 60) : `${word}: ${title.slice(0, 60)}`)).toBe(true)
      expect(head.title.startsWith(shared ?? 'nothing')).toBe(true)
      if (word !== null) expect(head.description).toContain(`${headline}. `)
      const alt = head.properties?.find(({ property }) => property === 'og:image:alt')?.content
      if (status.kind !== 'no-record') expect(alt).toBe(`${headline}. ${title}`)
      expect(await papers.picture(storedDoi(model.doi))).toMatchObject({ headline, title: model.title })

      const doi = storedDoi(model.doi)
      const cited = async (format: string) => (await papers.cite(doi, format, '192.0.2.1')).text()
      const csl = JSON.parse(await cited('csl-json'))[0]
      expect(csl.status).toBe(word?.toLowerCase())
      for (const body of [csl.note ?? '', await cited('bibtex'), await cited('ris')])
        expect(body.includes(headline), body).toBe(word !== null || status.kind === 'notice')
      const article = head.jsonLd?.[0] as { creativeWorkStatus?: string } | undefined
      const isOutcome = ['held', 'not-held', 'mixed'].includes(status.kind)
      expect(article?.creativeWorkStatus ?? null, 'an outcome is no status of a work').toBe(isOutcome ? null : word)

      const inList = (await papers.statuses([doi])).get(doi) ?? nothingKnown
      expect(inList.kind).toBe(status.kind === 'no-record' ? 'nothing' : status.kind)
      // A title search finds the paper, and the result shows its status.
      const answer = titleOf(doi) === null ? null : await search.search(titleOf(doi) ?? '', 5)
      const found =
        answer === null
          ? { doi, title: model.title, authors: [], authorsTruncated: false, journal: null, year: null }
          : answer.kind === 'found' && answer.works.find(work => work.doi === doi)
      if (!found) throw new Error(`${doi} is not found by its title`)
      const [row] = writeSearchJson([{ ...found, status: statusMark(inList) }]).results
      expect(row?.status?.words).toBe(statusWords(status).short ?? undefined)
      expect(row?.is_retracted).toBe(word?.startsWith('Retracted') ? true : undefined)
    },
  )

  test('an editorial notice links to its papers and offers neither vote nor bounty', async () => {
    const model = await page('10.1126/science.1124926')
    expect(model.known.status.announces?.papers.map(({ href, title }) => [href, title])).toEqual([
      ['/10.1126/science.1094515', titleOf('10.1126/science.1094515')],
      ['/10.1126/science.1112286', titleOf('10.1126/science.1112286')],
    ])
    expect(Object.keys(model.sections).toSorted()).toEqual(['bounty', 'other'])
    // The raised bounty is shown, without a form for more.
    expect(model.sections.bounty).toMatchObject({ form: null })
    expect(Object.keys((await page('10.1038/33859')).sections)).toEqual(['vote', 'claim', 'bounty', 'other'])
  })

  test('a paper retracted and republished links to the new version and back', async () => {
    const { status } = (await page('10.1056/nejmoa1200303')).known
    expect(status.republished).toEqual({
      doi: '10.1056/nejmoa1800389',
      title: titleOf('10.1056/nejmoa1800389'),
      href: '/10.1056/nejmoa1800389',
    })
    const again = await page('10.1056/nejmoa1800389')
    expect(again.known).toMatchObject({
      summary: 'It was published in place of a retracted paper.',
      facts: [{ label: 'Published in place of a retracted paper', href: '/10.1056/nejmoa1200303' }],
    })
  })

  test('Wakefield’s paper has a partial retraction of 2004 and a retraction of 2010', async () => {
    const { facts } = (await page('10.1016/s0140-6736(97)11096-0')).known
    expect(facts.map(({ label, date }) => [label, date])).toEqual([
      ['Retraction', '2010-02-06'],
      ['Failed to replicate', '2008'],
      ['Partial retraction', '2004-03-06'],
    ])
  })
})
