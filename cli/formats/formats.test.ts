import { describe, expect, test } from 'vitest'
import type { Reference } from '../answer.ts'
import { judgeFile } from '../judge.ts'
import { failsByDefault, reportedStatuses } from '../statuses.ts'
import { answerOf, referenceOf } from '../testing/index.ts'
import { type FormatName, writeReport } from './index.ts'

const site = new URL('https://corroborate.example/')

const written = (
  format: FormatName,
  references: readonly Reference[],
  { file = 'my papers/a.bib', of = 'bibtex', accepted = false } = {},
) =>
  writeReport(format, {
    site,
    files: [
      judgeFile(file, answerOf(references, { format: of }), {
        failOn: failsByDefault,
        baseline: accepted ? [{ doi: referenceOf().doi ?? '', status: 'retracted', date: null }] : [],
      }),
    ],
  })

const resultsOf = (references: readonly Reference[], more: { file?: string; of?: string; accepted?: boolean } = {}) =>
  JSON.parse(written('sarif', references, more)).runs[0].results

const corrected: Reference['status'] = { key: 'corrected', sentence: 'Corrected in 2011.', date: '2011' }

describe('GitHub annotations', () => {
  test('failures are errors, other findings warnings, and baselined references are omitted', () => {
    const lines = written('github', [referenceOf(), referenceOf({ line: 9, status: corrected })]).split('\n')
    expect(lines.slice(0, 2)).toEqual([
      '::error file=my papers/a.bib,line=3,title=Retracted::Retracted on 6 February 2010. (wakefield1998, 10.1016/s0140-6736(97)11096-0)',
      '::warning file=my papers/a.bib,line=9,title=Corrected::Corrected in 2011. (wakefield1998, 10.1016/s0140-6736(97)11096-0)',
    ])
    expect(written('github', [referenceOf()], { accepted: true })).toBe('1 reference: 1 accepted.\n')
  })

  test.each([
    ['a line break cannot begin another command', 'x\n::error::y', 'x ::error::y'],
    ['percent signs', '100% %0A', '100%25 %250A'],
    ['a return', 'a\r::stop-commands::b', 'a ::stop-commands::b'],
  ])('an annotation survives the runner’s own parsing: %s', (_, sentence, expected) => {
    const [line, ...others] = written('github', [referenceOf({ status: { ...corrected, sentence } })]).split('\n')
    expect(line).toContain(`title=Corrected::${expected} (`)
    expect(others).toEqual(['1 reference: 1 warning.', ''])
  })

  test('a file name cannot end its annotation property', () => {
    expect(written('github', [referenceOf()], { file: 'a,line=1::x%.bib' })).toMatch(
      /^::error file=a%2Cline=1%3A%3Ax%25\.bib,line=3,/,
    )
  })

  test.each(['csl-json', 'docx', 'odt'])('annotations in %s files have no line number', of => {
    expect(written('github', [referenceOf()], { of })).toMatch(/^::error file=my papers\/a\.bib,title=Retracted::/)
  })
})

describe('SARIF', () => {
  test('SARIF has a rule per status and a result per reference with a finding', () => {
    const log = JSON.parse(
      written('sarif', [referenceOf(), referenceOf({ status: { ...corrected, key: 'nothing-found' } })]),
    )
    expect(log.version).toBe('2.1.0')
    const [{ tool, results }] = log.runs
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(reportedStatuses)
    expect(results).toEqual([
      {
        ruleId: 'retracted',
        ruleIndex: reportedStatuses.indexOf('retracted'),
        level: 'error',
        message: { text: 'Retracted on 6 February 2010. (wakefield1998, 10.1016/s0140-6736(97)11096-0)' },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'my%20papers/a.bib' }, region: { startLine: 3 } } }],
        hostedViewerUri: 'https://corroborate.example/10.1016/s0140-6736(97)11096-0',
        partialFingerprints: { 'corroborateReference/v1': expect.stringMatching(/^[\da-f]{64}$/) },
      },
    ])
  })

  test('SARIF reports non-failing findings as warnings and suppresses baselined ones', () => {
    expect(resultsOf([referenceOf({ status: corrected })])).toMatchObject([{ level: 'warning' }])
    expect(resultsOf([referenceOf()], { accepted: true })).toMatchObject([
      { suppressions: [{ kind: 'external', status: 'accepted' }] },
    ])
  })

  test('a SARIF fingerprint survives a moved reference and differs by status, file and repeated occurrence', () => {
    const printOf = (...given: Parameters<typeof resultsOf>): string[] =>
      resultsOf(...given).map(
        ({ partialFingerprints }: { partialFingerprints: Record<string, string> }) =>
          partialFingerprints['corroborateReference/v1'],
      )
    const [before] = printOf([referenceOf()])
    expect(printOf([referenceOf({ line: 90, key: 'renamed' })])).toEqual([before])
    expect(printOf([referenceOf({ status: corrected })])).not.toEqual([before])
    expect(printOf([referenceOf()], { file: 'b.bib' })).not.toEqual([before])
    const [first, second] = printOf([referenceOf(), referenceOf({ line: 8 })])
    expect([first, second === before]).toEqual([before, false])
  })
})

test('JSON output contains the API response with verdicts and totals', () => {
  const guess = referenceOf({ found_by: 'title', status: corrected })
  expect(JSON.parse(written('json', [referenceOf(), guess]))).toMatchObject({
    version: 1,
    site: 'https://corroborate.example',
    files: [
      {
        file: 'my papers/a.bib',
        references: [
          { ...referenceOf(), verdict: 'fail' },
          { ...guess, verdict: 'warn' },
        ],
      },
    ],
    counts: { references: 2, fail: 1, warn: 1, pass: 0 },
  })
})

test('a reference matched by title only is marked as a guess', () => {
  expect(written('text', [referenceOf({ found_by: 'title' })])).toContain(
    'Matched by title: confirm that it is this paper.',
  )
})
