import { describe, expect, test } from 'vitest'
import type { Doi } from '../../kit/doi/index.ts'
import { readCodecheck, writeCodecheck } from './codecheck.ts'
import { draftOf, firstProblem, problemsOf, readEntries, readFormFields, stepOfField } from './draft.ts'
import { filledResults, noEntries } from './entries.ts'
import { fileSize } from './file-size.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { outcomeShape } from './outcome-words.ts'
import { addressAmong, nameAmong, readReportName, reportPath } from './pages.ts'
import { outcomes } from './report.ts'
import { evolveWizard, startWizard } from './wizard-state.ts'

const hash = (digit: string) => digit.repeat(64)
const doi = '10.1000/x' as Doi
const result = { claim: 'Table 1', published: '1', obtained: '2', verdict: 'differs' } as const

describe('stored draft', () => {
  const entries = {
    ...noEntries,
    auditorName: 'Ada',
    platform: 'macos',
    status: 'failed',
    results: [result],
    files: [{ name: 'a.csv', size: 5, sha256: hash('a') }],
    unread: ['b.csv'],
  } as const

  test('a draft is read back as stored', () =>
    expect(draftOf({ at: 5, step: 3, entries })).toEqual({ at: 5, step: 3, entries }))

  test.each([
    [
      { at: Number.NaN, step: 1.5 },
      { at: 0, step: 0 },
    ],
    [
      { at: '5', step: '1' },
      { at: 0, step: 0 },
    ],
    [
      { at: Number.POSITIVE_INFINITY, step: -1 },
      { at: 0, step: 0 },
    ],
    [{ step: 7 }, { at: 0, step: 6 }],
    [{ step: 6 }, { at: 0, step: 6 }],
  ])('a draft of %j starts at %j', (kept, begins) =>
    expect(draftOf({ ...kept, entries: {} })).toEqual({ ...begins, entries: noEntries }),
  )

  test.each([null, 5, 'x', {}, { entries: null }, { entries: 5 }])('an invalid draft is discarded: %j', kept =>
    expect(draftOf(kept)).toBeNull(),
  )

  test('a draft restores what its fields can hold', () => {
    const odd = { platform: 'amiga', status: 'fine', results: [5, null, { claim: 1, verdict: 'x' }], files: 'x' }
    expect(readEntries({ ...odd, unread: ['a', 5], auditorName: 5 })).toEqual({
      ...noEntries,
      results: [{ claim: '', published: '', obtained: '', verdict: 'unclear' }],
      unread: ['a'],
    })
    expect(readEntries({ files: [{ name: 5, size: '5', sha256: null }], unread: 'x', results: {} })).toEqual({
      ...noEntries,
      files: [{ name: '', size: null, sha256: '' }],
    })
  })

  test('a draft contains results with any input', () => {
    const empty = { claim: '', published: ' ', obtained: '', verdict: 'same' } as const
    const some = [
      { ...empty, claim: 'a' },
      { ...empty, published: 'b' },
      { ...empty, obtained: 'c' },
    ]
    expect(filledResults([empty, ...some])).toEqual(some)
  })
})

describe('form without JavaScript', () => {
  const read = (form: Record<string, unknown>) => readFormFields(form, files => `hash of ${files.length}`)

  test('each filled row becomes a result', () => {
    const rows = {
      resultClaim: ['a', '', '', ''],
      resultPublished: ['1', '2', '', ' '],
      resultObtained: ['1', '', '3', ''],
      resultVerdict: ['same', 'differs', 'unclear', 'same'],
    }
    expect(read({ ...rows, sha256: 'x' })).toEqual({
      sha256: 'x',
      results: [
        { claim: 'a', published: '1', obtained: '1', verdict: 'same' },
        { claim: '', published: '2', obtained: '', verdict: 'differs' },
        { claim: '', published: '', obtained: '3', verdict: 'unclear' },
      ],
    })
    expect(read({ resultClaim: 'a', sha256: 'x' })).toEqual({
      sha256: 'x',
      results: [{ claim: 'a', published: '', obtained: '', verdict: 'unclear' }],
    })
    expect(read({ resultClaim: '', resultPublished: '', sha256: 'x' })).toEqual({ sha256: 'x' })
  })

  test('a missing hash is computed from the files', () => {
    const manifest = `${hash('a')}  a.csv\n${hash('b')}  b.csv`
    expect(read({ manifest })).toMatchObject({ sha256: 'hash of 2', files: [{ name: 'a.csv' }, { name: 'b.csv' }] })
    expect(read({ manifest, sha256: '' })).toMatchObject({ sha256: 'hash of 2' })
    expect(read({ manifest: '', sha256: hash('c') })).toEqual({ sha256: hash('c'), files: [] })
    expect(read({})).toEqual({ sha256: 'hash of 0' })
    expect(read({ manifest: ['x'] })).toEqual({ sha256: 'hash of 0' })
  })
})

test('a manifest is sorted by name, and its lines may be quoted', () => {
  const files = ['b', 'c', 'a'].map(name => ({ name, sha256: hash(name) }))
  expect(writeManifest(files)).toBe(['a', 'b', 'c'].map(name => `${hash(name)}  ${name}\n`).join(''))
  expect(readManifest(`\\${hash('a')}  odd\\nname\n  ${hash('b')}  b  `)).toEqual([
    { name: 'odd\\nname', size: null, sha256: hash('a') },
    { name: 'b', size: null, sha256: hash('b') },
  ])
  expect(readManifest(`x${hash('a')}  a`)).toMatchObject([{ name: '' }])
})

test('file sizes have one decimal where useful', () => {
  expect([0, 1_000, 99_949, 100_000, 999_999, 5e12, 5e15].map(fileSize)).toEqual([
    '0 bytes',
    '1.0 kB',
    '99.9 kB',
    '100 kB',
    '1000 kB',
    '5.0 TB',
    '5000 TB',
  ])
})

test('each outcome has an icon', () =>
  expect(outcomes.map(outcomeShape)).toEqual(['held', 'mixed', 'not-held', 'mixed']))

describe('report URL', () => {
  const named = (id: string, sha256: string, canonicalSha256: string) => ({ id, sha256, canonicalSha256 })

  test('a report URL is the shortest unambiguous hash prefix', () => {
    const alone = named('1', hash('1'), hash('2'))
    expect(nameAmong([alone])(alone)).toBe('1'.repeat(9))
    expect(reportPath(doi, hash('1'))).toBe('/10.1000/x/audit/111111111')
    const other = named('2', hash('1'), hash('3'))
    expect([alone, other].map(nameAmong([alone, other]))).toEqual(['2'.repeat(9), '3'.repeat(9)])
    expect(addressAmong(doi, [alone, other])(other)).toBe('/10.1000/x/audit/333333333')
    const near = named('3', `${'1'.repeat(60)}0000`, `${'2'.repeat(60)}0000`)
    expect([alone, near].map(nameAmong([alone, near]))).toEqual([alone.sha256, near.sha256])
    const same = named('4', hash('1'), `${'2'.repeat(60)}0000`)
    expect([alone, same].map(nameAmong([alone, same]))).toEqual([alone.canonicalSha256, same.canonicalSha256])
    const twin = named('5', hash('1'), hash('2'))
    expect([alone, twin].map(nameAmong([alone, twin]))).toEqual(['1', '5'])
  })

  test.each([
    ['abc', 'abc', null],
    ['abc.bib', 'abc', 'bibtex'],
    ['abc.ris', 'abc', 'ris'],
    ['abc.csl.json', 'abc', 'csl'],
    ['abc.json', 'abc', 'canonical'],
    ['abc.yml', 'abc', 'codecheck'],
    ['abc.exe', 'abc.exe', null],
  ])('%s names %s, as %s', (rest, name, file) => expect(readReportName(rest)).toEqual({ name, file }))
})

describe('step validation', () => {
  const filled = {
    ...noEntries,
    auditorName: 'Ada',
    auditorEmail: 'ada@example.org',
    platform: 'linux',
    environmentDetails: 'R',
    approach: 'Ran it.',
    status: 'success',
    auditReport: 'It holds.',
  } as const

  test.each([
    ['http://osf.io/a', {}],
    [' https://osf.io/a ', {}],
    ['ftp://osf.io/a', { reproducibilityPackage: 'Enter a URL that begins with https://' }],
    ['https://a@osf.io/', { reproducibilityPackage: 'Enter a URL that begins with https://' }],
    ['https://:b@osf.io/', { reproducibilityPackage: 'Enter a URL that begins with https://' }],
    ['osf.io', { reproducibilityPackage: 'Enter a URL that begins with https://' }],
  ])('package link %j: %j', (reproducibilityPackage, problems) =>
    expect(problemsOf('artifacts', { ...filled, reproducibilityPackage })).toEqual(problems),
  )

  test('a hash has 64 hex digits in any case, or is empty', () => {
    for (const sha256 of [hash('a'), hash('A'), ` ${hash('0')} `, ''])
      expect(problemsOf('artifacts', { ...filled, sha256 })).toEqual({})
    for (const sha256 of [`${hash('a')}0`, `x${hash('a')}`, hash('g')])
      expect(problemsOf('artifacts', { ...filled, sha256 })).toHaveProperty('sha256')
  })

  test('a result with numbers needs a name', () => {
    const of = (part: object) => problemsOf('results', { ...filled, results: [result, { ...result, ...part }] })
    const unnamed = { results: 'Name each result' }
    expect([
      of({}),
      of({ claim: ' ' }),
      of({ claim: '', published: '' }),
      of({ claim: '', published: ' ', obtained: '' }),
    ]).toEqual([{}, unnamed, unnamed, {}])
  })

  test('a complete form has no errors, and server errors map to their step', () => {
    expect(firstProblem(filled)).toBeNull()
    expect([firstProblem({ ...filled, approach: '' }), firstProblem(noEntries)]).toEqual([3, 1])
    expect(['auditorName', 'sha256', 'results', 'doi'].map(stepOfField)).toEqual([1, 5, 4, 6])
  })

  test('an out-of-range step is clamped without marking errors', () => {
    const state = startWizard(filled, 9)
    expect([state.step, evolveWizard(state, { type: 'went-to', step: -1 }).step]).toEqual([6, 0])
    expect(evolveWizard(state, { type: 'went-to', step: 9 })).toMatchObject({ step: 6, turns: 1, problems: {} })
    expect(evolveWizard(state, { type: 'signed-out' })).toMatchObject({ step: 6, isSignedOut: true })
    const sent = evolveWizard(state, { type: 'succeeded', path: '/x' })
    expect(sent.phase).toEqual({ kind: 'sent', path: '/x' })
    const on = { type: 'continued', fingerprint: { kind: 'none' } } as const
    expect(evolveWizard(sent, on)).toBe(sent)
    const failed = { type: 'failed', message: 'No.', detail: null } as const
    expect(evolveWizard(state, failed).phase).toEqual({ kind: 'failed', message: 'No.', detail: null })
    const marked = { ...state, turns: 4, problems: { approach: 'This field is required' } }
    expect(evolveWizard(marked, { type: 'restored', entries: noEntries, step: 2 })).toEqual({
      ...startWizard(noEntries, 2),
      turns: 4,
    })
    expect(state.isSignedOut).toBe(false)
  })

  test('existing errors stay marked while typing, and no new ones appear', () => {
    const on = { type: 'continued', fingerprint: { kind: 'none' } } as const
    const marked = evolveWizard(startWizard({ ...filled, auditorName: '', auditorEmail: 'a' }, 1), on)
    const typed = evolveWizard(marked, { type: 'entered', entries: { auditorName: 'Ada', auditorEmail: 'ad' } })
    expect(typed.problems).toEqual({ auditorEmail: 'Invalid email address' })
    const right = evolveWizard(typed, { type: 'entered', entries: { auditorEmail: 'ada@example.org' } })
    expect(evolveWizard(right, { type: 'entered', entries: { auditorName: '' } }).problems).toEqual({})
  })

  test('unreadable files require an explicit answer before continuing', () => {
    const failed = { type: 'continued', fingerprint: { kind: 'failed', names: ['a'] } } as const
    const asking = evolveWizard(startWizard(filled, 6), failed)
    expect(evolveWizard(asking, { type: 'continued', fingerprint: { kind: 'none' } })).toBe(asking)
  })

  test('input present at hydration is adopted, and nothing is stored without input', () => {
    const state = startWizard(filled, 2)
    const none = evolveWizard(state, { type: 'taken-over', entries: {}, step: null })
    expect([none.entries, none.step]).toEqual([state.entries, 2])
    expect(none.entries).toBe(state.entries)
    const typed = evolveWizard(state, { type: 'taken-over', entries: { approach: 'New' }, step: 3 })
    expect([typed.entries, typed.step]).toEqual([{ ...filled, approach: 'New' }, 3])
  })
})

describe('codecheck.yml export', () => {
  const report = {
    doi,
    paperTitle: null,
    authors: [],
    name: null,
    status: '',
    auditReport: 'It ran.',
    reproducibilityPackage: null,
    results: [],
    files: [],
    checkedAt: null,
    report: null,
  } as const

  test('codecheck.yml omits unknown values', () =>
    expect(writeCodecheck(report)).toBe(
      'version: https://codecheck.org.uk/spec/config/1.0/\npaper:\n  reference: https://doi.org/10.1000/x\nmanifest: []\nsummary: It ran.\n',
    ))

  test('codecheck.yml contains all known values', () => {
    const written = writeCodecheck({
      ...report,
      paperTitle: 'T',
      name: 'Ada',
      checkedAt: '2026-11-20T00:00:00.000Z',
      report: 'https://papers.example/a',
      results: [{ ...result, published: '', obtained: '' }],
    })
    for (const words of ['title: T', 'check_time: 2026-11-20T', 'report: https://papers.example/a', '- name: Ada'])
      expect(written).toContain(words)
    expect(written).toContain('comment: differs\n')
  })

  const read = (text: string) => readCodecheck(text, doi)
  test.each([
    ['codechecker: Ada', { auditorName: 'Ada' }],
    ['codechecker: { name: Ada }', { auditorName: 'Ada' }],
    ['codechecker: [{ name: " " }, 5]', {}],
    ['summary: " "', {}],
    ['summary: " It ran. "', { auditReport: 'It ran.' }],
    ['repository: https://osf.io/a', { reproducibilityPackage: 'https://osf.io/a' }],
    ['repository: ["", https://osf.io/b]', { reproducibilityPackage: 'https://osf.io/b' }],
    ['paper: { reference: https://dx.doi.org/10.1000/x }', {}],
    ['paper: { reference: http://doi.org/10.1000/X }', {}],
    ['paper: { reference: 10.1000/other }', { otherDoi: '10.1000/other' }],
    ['paper: { reference: nothing }', {}],
    ['paper: 5', {}],
    ['manifest: 5', {}],
    ['manifest: [{ comment: x }, 5]', { results: [{ claim: ': x', published: '', obtained: '', verdict: 'unclear' }] }],
    [`manifest: [{ file: a, comment: SHA-256 ${hash('A')} }]`, {}],
    [
      `manifest: [{ file: a, comment: it has SHA-256 ${hash('a')} }, { file: b, comment: SHA-256 ${hash('b')} or so }]`,
      {
        results: [
          { claim: `a: it has SHA-256 ${hash('a')}`, published: '', obtained: '', verdict: 'unclear' },
          { claim: `b: SHA-256 ${hash('b')} or so`, published: '', obtained: '', verdict: 'unclear' },
        ],
      },
    ],
    [
      'manifest: [{ file: a, comment: nearly the same }]',
      { results: [{ claim: 'a: nearly the same', published: '', obtained: '', verdict: 'unclear' }] },
    ],
    [
      'manifest: [{ file: a, comment: "same; obtained: 2" }]',
      { results: [{ claim: 'a', published: '', obtained: '2', verdict: 'same' }] },
    ],
    [
      'manifest: [{ file: a, comment: "same as before" }]',
      { results: [{ claim: 'a: same as before', published: '', obtained: '', verdict: 'unclear' }] },
    ],
    ['manifest: [null, { other: x }]', {}],
    [
      'manifest: [{ file: a, comment: differs }]',
      { results: [{ claim: 'a', published: '', obtained: '', verdict: 'differs' }] },
    ],
    ['certificate: 2020-001', {}],
  ])('codecheck.yml import: %s', (text, told) => expect(read(text)).toStrictEqual(told))

  test('codecheck.yml with an escaped DOI URL belongs to that paper', () => {
    const odd = '10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2'
    expect(readCodecheck(writeCodecheck({ ...report, doi: odd }), odd)).toEqual({ auditReport: 'It ran.' })
  })
})
