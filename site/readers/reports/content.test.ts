import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCodecheck, writeCodecheck } from './codecheck.ts'
import { fileSize } from './file-size.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { outcomeHeadline } from './outcome-words.ts'
import { packageHash } from './package-hash.ts'
import { authorsOfCitation } from './read-authors.ts'
import { outcomes, type ReportContent, type Result, verdicts } from './report.ts'
import { canonicalForm } from './tables.ts'
import { exampleReport } from './testing/index.ts'

const { auditorName: _, auditorEmail: __, ...content } = exampleReport

const shuffled = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(shuffled)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, part]) => [key, shuffled(part)]),
        )
      : value

describe('canonical form (RFC 8785)', () => {
  test('the canonical form is independent of formatting, and its hash is that of its bytes', () => {
    const { text, sha256 } = canonicalForm(content)
    expect(canonicalForm(shuffled(content) as ReportContent)).toEqual({ text, sha256 })
    expect(sha256).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
    expect(text.startsWith('{"approach":')).toBe(true)
    expect(text).not.toMatch(/Lovelace|secret|\n/)
  })

  test('the canonical form differs with every word', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (a, b) => {
        const hashOf = (auditReport: string) => canonicalForm({ ...content, auditReport }).sha256
        return a === b || hashOf(a) !== hashOf(b)
      }),
    )
  })

  test('the canonical form round-trips', () => {
    const { text, sha256 } = canonicalForm(content)
    expect(canonicalForm(JSON.parse(text) as ReportContent).sha256).toBe(sha256)
  })
})

describe('outcome text', () => {
  const results = (...of: Result['verdict'][]) => of.map(verdict => ({ verdict }))
  test.each([
    ['success', [], 'Reproduced'],
    ['success', ['same'], 'Reproduced: the one result is the same'],
    ['success', ['same', 'same', 'same'], 'Reproduced: all 3 results are the same'],
    ['partial', ['same', 'differs', 'differs', 'same', 'same'], 'Partly reproduced: 2 of 5 results differ'],
    ['partial', ['same', 'same'], 'Partly reproduced'],
    ['failed', ['differs'], 'Not reproduced: 1 of 1 result differs'],
    ['unclear', ['unclear', 'same', 'same'], 'Unclear whether it can be reproduced: 2 of 3 results are the same'],
    ['unclear', ['unclear', 'same'], 'Unclear whether it can be reproduced: 1 of 2 results is the same'],
  ] as const)('%s with %j has its outcome text', (outcome, of, words) =>
    expect(outcomeHeadline(outcome, results(...of))).toBe(words),
  )
})

describe('file manifest', () => {
  test('a manifest is parsed as sha256sum writes it', () => {
    const hash = 'AB'.repeat(32)
    expect(readManifest(`${hash}  a file.csv\r\n\n${hash} *b.bin\nnonsense`)).toEqual([
      { name: 'a file.csv', size: null, sha256: hash },
      { name: 'b.bin', size: null, sha256: hash },
      { name: '', size: null, sha256: 'nonsense' },
    ])
  })

  test('a manifest has one hash in any order, and a single file its own', () => {
    const [a, b] = ['a', 'b'].map(name => ({ name, size: 1, sha256: name.repeat(64) }))
    if (a === undefined || b === undefined) throw new Error('two files')
    expect(packageHash([a, b])).toBe(packageHash([b, a]))
    expect(packageHash([a, b])).toBe(
      createHash('sha256')
        .update(writeManifest([a, b]))
        .digest('hex'),
    )
    expect([packageHash([a]), packageHash([])]).toEqual([a.sha256, null])
  })

  test.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [2_048, '2.0 kB'],
    [2_100_000, '2.1 MB'],
    [5_000_000_000, '5.0 GB'],
  ])('%i bytes are shown as %s', (bytes, words) => expect(fileSize(bytes)).toBe(words))
})

describe('citation authors', () => {
  test('authors have names as printed, whole or split, and ORCID iDs', () => {
    const author = [
      { given: 'Ada', family: 'van Lovelace', ORCID: 'https://orcid.org/0000-0001-2345-6789' },
      { literal: 'The ATLAS Collaboration' },
      { family: 'Plato' },
      { given: 'Ada', family: '' },
      {},
      { literal: 5 },
    ]
    expect(authorsOfCitation([{ author }, { author: [{ literal: 'Another work’s' }] }])).toEqual([
      { name: 'Ada van Lovelace', orcid: '0000-0001-2345-6789' },
      { name: 'The ATLAS Collaboration', orcid: null },
      { name: 'Plato', orcid: null },
      { name: 'Ada', orcid: null },
    ])
  })

  test.each([[[]], [[{}]], [[{ author: 'Ada' }]], [{}], [null], ['Ada']])('%j yields no authors', file => {
    expect(authorsOfCitation(file)).toEqual([])
  })
})

describe('codecheck.yml', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map(each => each.trim())
    .filter(each => each !== '')
  const line = text.filter(each => !/[;\n\r]/.test(each))

  test('codecheck.yml round-trips', () => {
    fc.assert(
      fc.property(
        fc.record({
          name: text,
          auditReport: text,
          status: fc.constantFrom(...outcomes),
          results: fc.array(
            fc.record({ claim: line, published: line, obtained: line, verdict: fc.constantFrom(...verdicts) }),
          ),
        }),
        report => {
          const written = writeCodecheck({
            ...report,
            doi: '10.1000/x',
            paperTitle: 'T',
            authors: [{ name: 'Grace Hopper', orcid: '0000-0001-2345-6789' }],
            files: [{ name: 'main.R', size: 12, sha256: 'a'.repeat(64) }],
            reproducibilityPackage: 'https://osf.io/abcde',
            checkedAt: null,
            report: null,
          })
          const read = readCodecheck(written, '10.1000/x')
          expect(read).toEqual({
            auditorName: report.name,
            auditReport: `${outcomeHeadline(report.status, report.results)}.\n\n${report.auditReport}`,
            reproducibilityPackage: 'https://osf.io/abcde',
            ...(report.results.length > 0 && { results: report.results }),
          })
        },
      ),
    )
  })

  test('codecheck.yml lists package files and paper authors', () => {
    const written = writeCodecheck({
      doi: '10.1000/x',
      paperTitle: 'T',
      authors: [
        { name: 'Grace Hopper', orcid: '0000-0001-2345-6789' },
        { name: 'Ada Lovelace', orcid: null },
      ],
      name: 'Rita',
      status: 'success',
      auditReport: 'It ran.',
      reproducibilityPackage: null,
      results: [{ claim: 'Table 2', published: '1', obtained: '1', verdict: 'same' }],
      files: [{ name: 'main.R', size: 12, sha256: 'a'.repeat(64) }],
      checkedAt: null,
      report: null,
    })
    const { paper, manifest } = parse(written)
    expect(paper.authors).toEqual([{ name: 'Grace Hopper', ORCID: '0000-0001-2345-6789' }, { name: 'Ada Lovelace' }])
    expect(manifest).toEqual([
      { file: 'Table 2', comment: 'same; published: 1; obtained: 1' },
      { file: 'main.R', comment: `SHA-256 ${'a'.repeat(64)}` },
    ])
  })

  test('third-party codecheck.yml is read as far as possible', () => {
    const theirs = `---
version: https://codecheck.org.uk/spec/config/1.0/
paper: { title: T, reference: https://doi.org/10.1000/Y }
manifest:
  - { file: figure1.png, comment: Plot of the results }
  - { file: table.csv }
codechecker:
  - { name: Daniel N., ORCID: 0000-0001 }
  - { name: Stephen E. }
summary: >
  It ran.
repository: [https://zenodo.org/record/1]
`
    expect(readCodecheck(theirs, '10.1000/x')).toEqual({
      auditorName: 'Daniel N., Stephen E.',
      auditReport: 'It ran.',
      reproducibilityPackage: 'https://zenodo.org/record/1',
      results: [
        { claim: 'figure1.png: Plot of the results', published: '', obtained: '', verdict: 'unclear' },
        { claim: 'table.csv', published: '', obtained: '', verdict: 'unclear' },
      ],
      otherDoi: '10.1000/y',
    })
  })

  test('readCodecheck reads up to 200,000 characters', () => {
    const withComment = (length: number) => 'report: a\n'.padEnd(length, '#')
    expect(readCodecheck(withComment(200_000), '10.1000/x')).toEqual({})
    expect(readCodecheck(withComment(200_001), '10.1000/x')).toBeNull()
  })

  test.each(['', 'x', '- a\n- b', '{', 'summary: &a x\nreport: *a', 'unrelated: true'])(
    '%j is not a codecheck.yml',
    text => expect(readCodecheck(text, '10.1000/x')).toBeNull(),
  )
})
