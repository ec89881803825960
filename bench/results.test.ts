import { describe, expect, test } from 'vitest'
import { closingLines, mergeSections, readResults, resultsText, type Section } from './results.ts'
import { beside, budget, notMeasured, observation } from './row.ts'

const met = budget({
  name: 'first words',
  felt: 'A reader waits for them.',
  figure: '1 s',
  limit: '≤ 2 s',
  isMet: true,
  note: 'how',
})
const missed = { ...met, name: 'all words', verdict: 'missed' as const }
const pages: Section = { title: 'Pages', measured: 'Measured on Monday.', rows: [met, missed] }
const memory: Section = {
  title: 'Memory',
  measured: 'Measured on Tuesday.',
  rows: [observation('the site, idle', '100 MB', 'a | b\nand c')],
}

describe('results', () => {
  test('results round-trip through the file, with each cell on one line', () => {
    const [first, second] = readResults(resultsText([pages, memory], []))
    expect(first).toEqual(pages)
    expect(second?.rows).toEqual([{ ...memory.rows[0], note: 'a | b and c' }])
  })

  test('a new run replaces its sections and keeps earlier ones for groups that did not run or returned nothing', () => {
    const again = { ...pages, measured: 'Measured on Friday.' }
    const failed = { ...memory, measured: 'Measured on Friday.', rows: [] }
    expect(mergeSections([pages, memory], [failed, again], ['Memory', 'Pages'])).toEqual([memory, again])
  })

  test('results list the groups that have not run', () => {
    expect(resultsText([pages], ['Pages', 'Memory', 'Votes'])).toContain(
      '- Not run since they changed: Memory; Votes.\n',
    )
    expect(resultsText([pages], ['Pages'])).not.toContain('Not run')
  })

  test('results drop a group that no longer exists', () => {
    expect(mergeSections([pages, memory], [], ['Pages'])).toEqual([pages])
  })

  test('results summarize missed budgets, comparisons we lose, and failed measurements', () => {
    const slow = beside('bytes', { value: 2, low: 1.9, high: 2.1 }, { better: 'less', note: '' })
    expect(closingLines([met, missed, slow, notMeasured('search', 'no corpus')])).toBe(
      [
        '- Budgets met: 1 of 2. Missed: 1 (all words).',
        '- Beside others: ahead in 0, level in 0, behind in 1 (bytes).',
        '- Not measured: 1 (search).',
      ].join('\n'),
    )
  })
})
