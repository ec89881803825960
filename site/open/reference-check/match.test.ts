import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { nothingKnown, type Status } from '../../paper/known/index.ts'
import type { Candidate } from './compare.ts'
import { type Match, match, type Told } from './match.ts'

const doi = storedDoi('10.1000/paper')
const other = storedDoi('10.1000/other')
const retracted: Status = { ...nothingKnown, kind: 'retracted', date: '2020-06-05' }
const told =
  (statuses: Readonly<Record<string, Status>>) =>
  (of: string): Told =>
    statuses[of] === undefined ? null : { title: 'Why cats land on their feet', year: 2010, status: statuses[of] }
const candidate = (said: Partial<Candidate> = {}): Candidate => ({
  doi,
  title: 'Why cats land on their feet and what it costs them',
  year: 2010,
  titled: 'whole',
  author: 'agrees',
  dated: 'same',
  ...said,
})
const nothing = { doi: null, arxiv: null }
const guess = (said: Partial<Candidate>, status: Status) =>
  match({ reference: nothing, byPmid: null, candidates: [candidate(said)], told: told({ [doi]: status }) })

test('identifiers take precedence: DOI, PubMed id, arXiv id', () => {
  const all = told({ [doi]: nothingKnown, [other]: nothingKnown })
  const candidates = [candidate()]
  const by = (reference: { doi: typeof doi | null; arxiv: typeof doi | null }, byPmid: typeof doi | null) =>
    match({ reference, byPmid, candidates, told: all })
  expect(by({ doi: other, arxiv: doi }, doi)).toEqual({ kind: 'sure', by: 'doi', doi: other })
  expect(by({ doi: null, arxiv: doi }, other)).toEqual({ kind: 'sure', by: 'pmid', doi: other })
  expect(by({ doi: null, arxiv: other }, null)).toEqual({ kind: 'sure', by: 'arxiv', doi: other })
})

test('a DOI without a record matches no other paper, and its title match is only suggested', () => {
  const found = { reference: { doi: other, arxiv: null }, byPmid: null, told: told({ [doi]: retracted }) }
  expect(match({ ...found, candidates: [candidate()] })).toEqual({
    kind: 'no-record',
    by: 'doi',
    doi: other,
    maybe: doi,
  })
  expect(match({ ...found, candidates: [] })).toEqual({ kind: 'no-record', by: 'doi', doi: other, maybe: null })
})

test('an identifier without a record is ignored', () => {
  const found = { candidates: [], told: told({}) }
  const pmid = match({ ...found, reference: nothing, byPmid: doi })
  expect(pmid).toEqual({ kind: 'not-found' })
  const arxiv = match({ ...found, reference: { doi: null, arxiv: other }, byPmid: null })
  expect(arxiv).toEqual({ kind: 'no-record', by: 'arxiv', doi: other, maybe: null })
})

test('a retracted paper is matched only where title, year and first author agree', () => {
  expect(guess({}, retracted)).toEqual({ kind: 'probably', by: 'title', doi, agree: ['year', 'author'] })
  for (const titled of ['whole', 'start', 'slips'] as const)
    for (const author of ['agrees', 'disagrees', 'unknown'] as const)
      for (const dated of ['same', 'near', 'far', 'unknown'] as const) {
        const agrees = titled === 'whole' && author === 'agrees' && dated === 'same'
        expect([titled, author, dated, guess({ titled, author, dated }, retracted).kind === 'probably']).toEqual([
          titled,
          author,
          dated,
          agrees,
        ])
      }
})

test.each<[Partial<Candidate>, string]>([
  [{}, 'probably'],
  [{ dated: 'near' }, 'probably'],
  [{ dated: 'unknown' }, 'probably'],
  [{ author: 'unknown' }, 'probably'],
  [{ titled: 'start' }, 'probably'],
  [{ titled: 'slips', dated: 'near' }, 'probably'],
  [{ author: 'unknown', titled: 'slips' }, 'not-found'],
  [{ author: 'unknown', dated: 'near' }, 'maybe'],
  [{ author: 'unknown', dated: 'unknown' }, 'maybe'],
  [{ dated: 'far' }, 'maybe'],
  [{ author: 'disagrees' }, 'maybe'],
  [{ author: 'disagrees', titled: 'start' }, 'not-found'],
  [{ author: 'disagrees', title: 'A short title' }, 'not-found'],
])('an unproblematic paper with %j is %s', (said, kind) => {
  expect(guess(said, nothingKnown).kind).toBe(kind)
})

test.each<[Partial<Candidate>, Match]>([
  [{ dated: 'near' }, { kind: 'maybe', doi, differ: 'year' }],
  [{ dated: 'unknown' }, { kind: 'maybe', doi, differ: 'unsaid' }],
  [{ titled: 'start' }, { kind: 'maybe', doi, differ: 'title' }],
  [
    { titled: 'slips', dated: 'near' },
    { kind: 'maybe', doi, differ: 'year' },
  ],
  [{ dated: 'far' }, { kind: 'maybe', doi, differ: 'year' }],
  [{ author: 'disagrees' }, { kind: 'maybe', doi, differ: 'author' }],
  // Another author's paper from another time with a similar title.
  [{ titled: 'slips', dated: 'far' }, { kind: 'not-found' }],
  [{ author: 'disagrees', title: 'Why cats always land on feet' }, { kind: 'not-found' }],
  [
    { author: 'disagrees', title: 'Why cats always land on their feet' },
    { kind: 'maybe', doi, differ: 'author' },
  ],
])('a retracted paper is suggested with the difference: %j', (said, found) => {
  expect(guess(said, retracted)).toEqual(found)
})

test.each<[Partial<Candidate>, readonly string[]]>([
  [{}, ['year', 'author']],
  [{ dated: 'near' }, ['author']],
  [{ author: 'unknown' }, ['year']],
])('a title match lists the other matching fields: %j', (said, agree) => {
  expect(guess(said, nothingKnown)).toEqual({ kind: 'probably', by: 'title', doi, agree })
})

test('the best match wins even if another one is retracted', () => {
  const candidates = [candidate({ doi: other, dated: 'near' }), candidate()]
  const statuses = told({ [doi]: nothingKnown, [other]: retracted })
  expect(match({ reference: nothing, byPmid: null, candidates, told: statuses })).toMatchObject({
    kind: 'probably',
    doi,
  })
})

test('a known paper without a source record can be matched', () => {
  const found = match({ reference: nothing, byPmid: null, candidates: [candidate()], told: told({}) })
  expect(found).toMatchObject({ kind: 'probably', doi })
})

test('two equally good matches, one of them retracted, match neither', () => {
  const candidates = [candidate(), candidate({ doi: other })]
  const found = match({
    reference: nothing,
    byPmid: null,
    candidates,
    told: told({ [doi]: nothingKnown, [other]: retracted }),
  })
  expect(found).toEqual({ kind: 'maybe', doi: other, differ: 'unsaid' })
})

test('an editorial notice is not matched as the paper whose title it carries', () => {
  const candidates = [candidate(), candidate({ doi: other })]
  const found = match({
    reference: nothing,
    byPmid: null,
    candidates,
    told: told({ [doi]: { ...nothingKnown, kind: 'notice' }, [other]: retracted }),
  })
  expect(found).toMatchObject({ kind: 'probably', doi: other })
})
