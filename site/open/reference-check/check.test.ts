import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { nothingKnown, type Status } from '../../paper/known/index.ts'
import { openWorksReader, openWorksWriter, prepareWork, type WorksReader } from '../../paper/works-index/index.ts'
import { createCheckReferences } from './check.ts'
import type { Candidate } from './compare.ts'
import { asCsv, withNotes } from './feature.ts'
import { findCandidates, readReferences } from './find-candidates.ts'
import type { Reference } from './formats/index.ts'
import type { Progress } from './model.ts'
import { mostChecks, type ReadsReferences } from './reference-reader.ts'
import { resultOf } from './result.ts'
import { exampleReference, exampleWork } from './testing/index.ts'

const work = (doi: string, title: string, author: string, year: number, pmid: number | null = null) =>
  exampleWork({ doi: storedDoi(doi), title, authors: [{ name: author, orcid: null }], year, pmid })

const works = [
  work(
    '10.1000/cats',
    'Why cats land on their feet: a study of falling animals in the dark',
    'Ada Lovelace',
    2010,
    4242,
  ),
  work('10.1000/gone', 'RETRACTED: Coffee cures every cold within a day', 'Brewer J', 2015),
  work('10.1000/part-1', 'On the theory of small machines: part 1', 'Charles Babbage', 2001),
]
const statuses = { '10.1000/gone': { ...nothingKnown, kind: 'retracted', date: '2020-06-05' } } as const

let folder: string
let index: WorksReader
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reference-check-'))
  const file = join(folder, 'works.sqlite')
  const writer = openWorksWriter(file)
  writer.put(works.map(prepareWork), 'keep')
  writer.close()
  index = openWorksReader(file)
})
afterAll(() => {
  index.close()
  rmSync(folder, { recursive: true, force: true })
})

const reader: ReadsReferences = {
  read: async bytes => readReferences(index, bytes),
  find: async references => findCandidates(index, references),
}

const checkWith = (references: ReadsReferences) =>
  createCheckReferences({
    references,
    summaries: async dois =>
      new Map(
        dois.map(doi => {
          const record = works.find(each => each.doi === doi)
          return [
            doi,
            {
              title: record?.title ?? null,
              year: record?.year ?? null,
              status: Reflect.get(statuses, doi) ?? nothingKnown,
            },
          ]
        }),
      ),
    // "Cats" cites two flagged papers; "gone" is known to cite none; others are unknown.
    citesFallen: async () =>
      new Map([
        [storedDoi('10.1000/cats'), [{ fall: 'retracted' }, { fall: 'retracted' }] as const],
        [storedDoi('10.1000/gone'), []],
      ]),
    doisOfPmids: async pmids =>
      new Map(pmids.filter(pmid => pmid === '111').map((pmid): [string, Doi] => [pmid, storedDoi('10.1000/cats')])),
  })

const bytesOf = (text: string) => new TextEncoder().encode(text)
const somebody = '192.0.2.1'

const check = async (text: string) => {
  const outcome = await checkWith(reader)(bytesOf(text), somebody)
  if (outcome.kind !== 'checked') throw new Error(JSON.stringify(outcome))
  return outcome
}

describe('matching a reference to its paper', () => {
  test.each([
    [
      'by its title in BibTeX',
      '@article{a, title={Why cats land on their feet: a study of falling animals in the dark}, author={Lovelace, A.}, year=2010}',
      '10.1000/cats',
      'title',
    ],
    [
      'without its subtitle, a year apart',
      '@article{a, title={Why Cats Land on Their Feet}, author={Lovelace, A.}, year=2011}',
      '10.1000/cats',
      'title',
    ],
    [
      'with a word written otherwise',
      '@article{a, title={Why cats land on their feet: a study of faling animals in the dark}, author={Lovelace, A.}, year=2010}',
      '10.1000/cats',
      'title',
    ],
    [
      'in a line of APA',
      'Lovelace, A., & Babbage, C. (2010). Why cats land on their feet: A study of falling animals in the dark. Journal of Cats, 3(1), 1–9.',
      '10.1000/cats',
      'title',
    ],
    [
      'in a line of Vancouver',
      '1. Lovelace A, Babbage C. Why cats land on their feet: a study of falling animals in the dark. J Cats. 2010;3:1-9.',
      '10.1000/cats',
      'title',
    ],
    [
      'in a line of IEEE',
      '[1] A. Lovelace, “Why cats land on their feet: a study of falling animals in the dark,” J. Cats, vol. 3, 2010.',
      '10.1000/cats',
      'title',
    ],
    [
      'behind the word that heads a paper which is gone',
      'Brewer, J. (2015). Coffee cures every cold within a day. Journal of Cats.',
      '10.1000/gone',
      'title',
    ],
    ['by PubMed’s number in the index', 'PMID: 4242', '10.1000/cats', 'pmid'],
    ['by PubMed’s number', 'TY  - JOUR\nTI  - Something else\nAN  - PMID 111\nER  - ', '10.1000/cats', 'pmid'],
    ['by its DOI', '10.1000/gone', '10.1000/gone', 'doi'],
  ])('a paper is matched %s', async (_, text, doi, foundBy) => {
    const { checked } = await check(text)
    expect(checked.references.map(one => [one.doi, one.foundBy])).toEqual([[doi, foundBy]])
  })
})

test.each([
  ['another year', 'Brewer, J. (2016). Coffee cures every cold within a day. Journal of Cats.'],
  ['another author', 'Smith, K. (2015). Coffee cures every cold within a day. Journal of Cats.'],
  ['no author', '“Coffee cures every cold within a day.” 2015.'],
  ['a title that goes on', 'Brewer, J. (2015). Coffee cures every cold within a day or two. Journal of Cats.'],
  [
    'a title that goes on behind a colon',
    'Brewer J. Coffee cures every cold within a day: a second study. J Cats. 2015;3:1.',
  ],
  ['another part', '@article{a, title={On the theory of small machines: part 2}, author={Babbage, C}, year=2001}'],
])('a title match with %s is neither reported as retracted nor replaced by another paper', async (_, text) => {
  const { checked } = await check(text)
  expect(checked.references.map(({ foundBy, status }) => [foundBy, status?.kind ?? null])).toEqual([[null, null]])
})

test('the result lists the worst first, and possible matches without their status', async () => {
  const { checked } = await check(
    '10.1000/cats\n10.1000/gone\n10.1000/nowhere\nSmith, K. (2015). Coffee cures every cold within a day.',
  )
  const { headline, more, raised, fine, missing, toSee, parts } = resultOf(checked)
  expect(headline).toBe('1 of 4 references was retracted')
  expect(more).toContain('1 cites papers that were retracted, have an expression of concern or failed to replicate.')
  expect([...raised, ...fine, ...toSee].map(({ cites }) => cites)).toEqual([
    null,
    'Cites 2 papers that were retracted',
    null,
  ])
  expect([raised, fine, missing, toSee].map(rows => rows.map(({ href }) => href))).toEqual([
    ['/10.1000/gone'],
    ['/10.1000/cats'],
    ['/10.1000/nowhere'],
    ['/10.1000/gone'],
  ])
  expect(toSee.map(({ title, what, shape }) => [title, what, shape])).toEqual([
    [
      'Coffee cures every cold within a day',
      'May be this paper: the title agrees, the first author does not',
      'unasked',
    ],
  ])
  expect(parts.map(({ words, count }) => `${count} ${words}`)).toEqual([
    '1 retracted',
    '1 to look at yourself',
    '1 nothing against them',
    '1 not found',
  ])
})

describe('annotated bibliography', () => {
  test('annotations leave everything else unchanged', async () => {
    const bib = '% mine\n@article{g,\n  title = {Old},\n  doi = {10.1000/gone},\n}\n@article{c, doi={10.1000/cats}}\n'
    const { text, checked } = await check(bib)
    expect(withNotes(text, checked).text).toBe(
      '% mine\n@article{g,\n  title = {Old},\n  doi = {10.1000/gone},\n\n  annotation = {Retracted on 5 June 2020.}\n}\n@article{c, doi={10.1000/cats}}\n',
    )
    expect((await check(withNotes(text, checked).text)).checked.references.map(({ doi }) => doi)).toEqual([
      '10.1000/gone',
      '10.1000/cats',
    ])
  })

  test.each([
    [
      'TY  - JOUR\nDO  - 10.1000/gone\nER  - \n',
      'TY  - JOUR\nDO  - 10.1000/gone\nN1  - Retracted on 5 June 2020.\nER  - \n',
    ],
    ['10.1000/gone\n10.1000/cats', '10.1000/gone [Retracted on 5 June 2020.]\n10.1000/cats'],
    [
      '[{"DOI":"10.1000/gone","note":"mine"}]',
      '[\n  {\n    "DOI": "10.1000/gone",\n    "note": "mine\\nRetracted on 5 June 2020."\n  }\n]',
    ],
  ])('%j is annotated', async (sent, noted) => {
    const { text, checked } = await check(sent)
    expect(withNotes(text, checked).text).toBe(noted)
  })
})

test('a DOI without a record shows the listed title and counts as not found', async () => {
  const { checked } = await check(
    '@article{n, title={A paper that nobody knows}, doi={10.5555/nowhere}}\n@misc{m, doi={10.5555/none}}',
  )
  expect(resultOf(checked).missing.map(({ title, what, found }) => [title, what, found])).toEqual([
    ['A paper that nobody knows', 'No record of this DOI here', null],
    ['10.5555/none', 'No record of this DOI here', null],
  ])
})

test('references citing retracted papers come first among unproblematic ones', async () => {
  const { checked } = await check('10.1000/part-1\n10.1000/cats')
  expect(checked.references.map(({ citesFallen }) => citesFallen?.count ?? null)).toEqual([null, 2])
  expect(resultOf(checked).fine.map(({ href }) => href)).toEqual(['/10.1000/cats', '/10.1000/part-1'])
})

test('CSV cells cannot run spreadsheet formulas', async () => {
  const { checked } = await check('=HYPERLINK("http://x") one two three 10.1000/gone')
  expect(asCsv(checked).text).toContain(`"'=HYPERLINK(""http://x"") one two three 10.1000/gone",10.1000/gone,doi`)
})

describe('long bibliography', () => {
  const cats = '@article{a, title={Why cats land on their feet}, author={Lovelace, A.}, year=2010}\n'
  const other = '@article{b, title={Nobody has written this paper}, author={Nobody, A.}, year=2010}\n'

  test('references are looked up in batches with positions kept', async () => {
    const parts: number[] = []
    const outcome = await checkWith({
      ...reader,
      find: (references, sender) => {
        parts.push(references.length)
        return reader.find(references, sender)
      },
    })(bytesOf(other.repeat(405) + cats + other), somebody)
    expect(parts).toEqual([200, 200, 7])
    const { references } = outcome.kind === 'checked' ? outcome.checked : { references: [] }
    expect(references.map(({ number }) => number)).toEqual(Array.from({ length: 407 }, (_, n) => n + 1))
    expect(references.flatMap(({ doi, number }) => (doi === null ? [] : [[doi, number]]))).toEqual([
      ['10.1000/cats', 406],
    ])
  })

  test('a check fails as busy if its thread stops responding midway', async () => {
    let asked = 0
    const find: ReadsReferences['find'] = async (references, sender) =>
      ++asked === 2 ? { kind: 'busy' } : reader.find(references, sender)
    expect(await checkWith({ ...reader, find })(bytesOf(cats.repeat(600)), somebody)).toEqual({ kind: 'busy' })
  })

  test('a failing paper lookup fails the check once, even if the next batch fails too', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    let asked = 0
    const find: ReadsReferences['find'] = async (references, sender) => {
      if (++asked === 2) throw new Error('The thread ended.')
      return reader.find(references, sender)
    }
    const failing = createCheckReferences({
      references: { ...reader, find },
      summaries: async () => {
        throw new Error('The database is away.')
      },
      doisOfPmids: async () => new Map(),
    })
    await expect(failing(bytesOf(cats.repeat(600)), somebody)).rejects.toThrow('The database is away.')
    await new Promise(setImmediate)
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  test('a check over the concurrency limit is rejected and accepted when another ends', async () => {
    const check = checkWith(reader)
    const running = Array.from({ length: mostChecks }, (_, n) => check(bytesOf(cats), `192.0.2.${n}`))
    expect(await check(bytesOf(cats), '192.0.2.99')).toEqual({ kind: 'busy' })
    expect((await Promise.all(running)).map(({ kind }) => kind)).toEqual(running.map(() => 'checked'))
    expect((await check(bytesOf(cats), somebody)).kind).toBe('checked')
  })

  test('a check exceeding its thread budget in any batch is rejected with a message', async () => {
    const sentence = expect.stringMatching(/takes too much time or memory/)
    const overLimit = async () => ({ kind: 'over-limit' }) as const
    for (const threads of [
      { ...reader, read: overLimit },
      { ...reader, find: overLimit },
    ])
      expect(await checkWith(threads)(bytesOf(cats), somebody)).toEqual({ kind: 'unreadable', sentence })
  })

  test('checks from one IP address leave capacity to others', async () => {
    const check = checkWith(reader)
    const running = Array.from({ length: 6 }, () => check(bytesOf(cats), somebody))
    expect(await check(bytesOf(cats), somebody)).toEqual({ kind: 'too-many' })
    expect((await check(bytesOf(cats), '192.0.2.2')).kind).toBe('checked')
    expect((await Promise.all(running)).map(({ kind }) => kind)).toEqual(running.map(() => 'checked'))
  })

  test('a finished check frees its slot', async () => {
    const check = checkWith(reader)
    await check(bytesOf(cats), somebody)
    const running = Array.from({ length: mostChecks }, (_, n) => check(bytesOf(cats), `192.0.2.${n}`))
    expect((await Promise.all(running)).map(({ kind }) => kind)).toEqual(running.map(() => 'checked'))
  })
})

describe('assembling results', () => {
  const one = storedDoi('10.1000/one')
  const two = storedDoi('10.1000/two')
  const summary = { title: 'Why cats land', year: 2010, status: nothingKnown }
  const retracted: Status = { ...nothingKnown, kind: 'retracted', date: '2020-06-05' }
  const candidate: Candidate = {
    ...{ doi: one, title: 'RETRACTED: Why cats always land on all of their feet', year: 2010 },
    ...{ titled: 'whole', author: 'agrees', dated: 'same' },
  }

  type Given = {
    references: readonly Partial<Reference>[]
    /** By the title that a reference gives. */
    candidates?: Readonly<Record<string, Candidate[]>>
    byPmid?: ReadonlyMap<string, Doi>
    /** Summaries of known papers. */
    summaries?: Readonly<Record<string, { title: string | null; year: number | null; status: Status }>>
    cites?: ReadonlyMap<Doi, readonly { fall: 'retracted' }[]>
  }
  /** Runs a check and records its result and the order of its queries. */
  const checkGiven = async ({ references, candidates = {}, byPmid = new Map(), summaries = {}, cites }: Given) => {
    const asked: unknown[] = []
    const all = references.map(exampleReference)
    const outcome = await createCheckReferences({
      references: {
        read: async () => {
          const bibliography = { format: 'plain' as const, text: '', references: all, unread: [] }
          return { kind: 'read', bibliography, byPmid: new Map(byPmid) }
        },
        find: async part => part.map(({ title }) => candidates[title ?? ''] ?? []),
      },
      summaries: async dois => {
        asked.push(['summaries', ...dois])
        return new Map(dois.flatMap(doi => (summaries[doi] === undefined ? [] : [[doi, summaries[doi]]])))
      },
      ...(cites && {
        citesFallen: async dois => {
          asked.push(['cites', ...dois])
          return cites
        },
      }),
      doisOfPmids: async pmids => {
        asked.push(['pmids', ...pmids])
        return new Map()
      },
    })(new Uint8Array(), somebody, (progress: Progress) => asked.push(progress))
    if (outcome.kind !== 'checked') throw new Error(outcome.kind)
    return { asked, checked: outcome.checked.references }
  }

  test('PubMed ids are searched only for references without another identifier', async () => {
    const { asked } = await checkGiven({
      references: [{ doi: one, pmid: '1' }, { pmid: '2' }, { pmid: '3' }, { title: 'None' }, { doi: two }],
      byPmid: new Map([['2', two]]),
    })
    expect(asked[0]).toEqual(['pmids', '3'])
  })

  test('progress is reported around each batch, and each paper is looked up once', async () => {
    const doiOf = (n: number) => storedDoi(`10.1000/${n}`)
    const references = Array.from({ length: 202 }, (_, n) => ({ doi: doiOf(n === 201 ? 0 : n) }))
    const summaries = Object.fromEntries(references.map(({ doi }) => [doi, summary]))
    const { asked } = await checkGiven({ references, summaries })
    expect(asked).toEqual([
      ['pmids'],
      { checked: 0, of: 202 },
      ['summaries', ...Array.from({ length: 200 }, (_, n) => doiOf(n))],
      { checked: 200, of: 202 },
      ['summaries', doiOf(200)],
      { checked: 202, of: 202 },
    ])
  })

  test('found papers are checked for what they cite, and without citation data this is unknown', async () => {
    const given = {
      references: [{ doi: one }, { title: 'Guessed' }, { title: 'Maybe' }, { doi: storedDoi('10.1000/new') }],
      candidates: {
        Guessed: [{ ...candidate, doi: two }],
        Maybe: [{ ...candidate, author: 'disagrees' as const }],
      },
      summaries: { [one]: summary, [two]: summary },
    }
    const cites = new Map([
      [one, [{ fall: 'retracted' as const }]],
      [two, []],
    ])
    const { asked, checked } = await checkGiven({ ...given, cites })
    expect(asked.at(-1)).toEqual(['cites', one, two])
    expect(checked.map(({ citesFallen }) => citesFallen)).toEqual([
      { count: 1, words: 'Cites 1 paper that was retracted' },
      { count: 0, words: null },
      null,
      null,
    ])
    const without = await checkGiven(given)
    expect(without.checked.map(({ citesFallen }) => citesFallen)).toEqual([null, null, null, null])
  })

  test('nothing is searched when no reference could be read', async () => {
    const { asked, checked } = await checkGiven({ references: [] })
    expect([asked, checked]).toEqual([[['pmids'], { checked: 0, of: 0 }], []])
  })

  test.each([
    ['no source tells of', undefined, 'no-record'],
    ['has no title, and of which nothing is known,', { ...summary, title: null }, 'no-record'],
    ['has no title, and was retracted,', { ...summary, title: null, status: retracted }, 'retracted'],
    ['has a title', summary, 'nothing'],
  ])('a DOI that %s is reported as %s', async (_, told, kind) => {
    const summaries = told === undefined ? {} : { [one]: told }
    const { checked } = await checkGiven({ references: [{ doi: one }], summaries })
    expect(checked).toMatchObject([{ doi: one, foundBy: 'doi', agree: [], status: { kind }, maybe: null }])
  })

  test('a title match includes its title, year, status and matching fields', async () => {
    const { checked } = await checkGiven({
      references: [{ title: 'Cats' }],
      candidates: { Cats: [candidate] },
      summaries: { [one]: { ...summary, status: retracted } },
    })
    expect(checked).toMatchObject([
      {
        ...{ doi: one, foundBy: 'title', agree: ['year', 'author'], title: 'Why cats land', year: 2010 },
        ...{ citedTitle: 'Cats', status: { kind: 'retracted', date: '2020-06-05', notice: null }, maybe: null },
      },
    ])
  })

  test('an editorial notice is reported with its link', async () => {
    const notice = { href: '/10.1000/notice', doi: '10.1000/notice' }
    const { checked } = await checkGiven({
      references: [{ doi: one }],
      summaries: { [one]: { ...summary, status: { ...retracted, notice } } },
    })
    expect(checked[0]?.status?.notice).toBe('https://doi.org/10.1000/notice')
  })

  test('a possible match shows only its title and why to check it', async () => {
    const { checked } = await checkGiven({
      references: [{ title: 'Cats' }, { title: 'Dogs' }, { title: 'Birds', doi: storedDoi('10.1000/new') }],
      candidates: {
        Cats: [{ ...candidate, dated: 'near' }],
        Dogs: [{ ...candidate, doi: two, author: 'disagrees' }],
        Birds: [candidate],
      },
      summaries: { [one]: { title: 'RETRACTED: Why cats land', year: 2010, status: retracted } },
    })
    const nothing = { foundBy: null, agree: [], title: null, year: null, status: null }
    const maybe = { doi: one, title: 'Why cats land', year: 2010 }
    expect(checked).toMatchObject([
      { ...nothing, doi: null, maybe: { ...maybe, differ: 'year' } },
      { ...nothing, doi: null, maybe: { doi: two, title: null, year: null, differ: 'author' } },
      { foundBy: 'doi', doi: '10.1000/new', status: { kind: 'no-record' }, maybe: { ...maybe, differ: 'doi' } },
    ])
  })
})
