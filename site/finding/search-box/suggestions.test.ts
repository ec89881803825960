import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { searchMessages } from './Found.tsx'
import type { FoundPaper } from './found-paper.ts'
import {
  createSuggestions,
  evolveSuggestions,
  isSearchable,
  noSuggestions,
  type SearchOutcome,
  type SuggestionsState,
} from './suggestions.ts'

const paper = (title: string): FoundPaper => ({
  doi: storedDoi(`10.1000/${title}`),
  title,
  authors: ['A. Author'],
  authorsTruncated: false,
  journal: null,
  year: 2011,
  status: null,
})
const found = (...titles: string[]): SearchOutcome => ({ kind: 'found', results: titles.map(paper), note: null })
const failed: SearchOutcome = { kind: 'failed', message: searchMessages.unavailable }

/** A search whose responses the test resolves in any order. */
const searchByHand = () => {
  const calls: { query: string; signal: AbortSignal; answer: (outcome: SearchOutcome) => Promise<void> }[] = []
  const suggestions = createSuggestions(
    (query, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        calls.push({
          query,
          signal,
          answer: async outcome => {
            resolve(outcome)
            await vi.advanceTimersByTimeAsync(0)
          },
        })
      }),
  )
  const answerTo = (query: string, outcome: SearchOutcome) =>
    calls.findLast(call => call.query === query)?.answer(outcome) ?? Promise.reject(new Error(`${query} was not asked`))
  return { suggestions, asked: () => calls.map(call => call.query), answerTo, calls }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['', false],
  ['  ', false],
  ['ab', false],
  ['a b', true],
  ['ab ', true],
  [' ab', false],
  ['abc', true],
  ['éàü', true],
  ['10.', false],
  ['10.1038/nature12373', false],
  ['10.5 million people', true],
  ['https://doi.org/10.1038/nature12373', true],
  ['PMID: 23903748', true],
])('the input %j is searched: %s', (text, searchable) => expect(isSearchable(text)).toBe(searchable))

describe('typing in the search box', () => {
  test('one search runs 300 ms after the last keystroke', async () => {
    const { suggestions, asked } = searchByHand()
    for (const text of ['gro', 'grow', 'growt']) {
      suggestions.typed(text, 0)
      await vi.advanceTimersByTimeAsync(299)
    }
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual(['growt'])
    expect(suggestions.state()).toMatchObject({ open: true, dropdown: { kind: 'loading' } })
  })

  test.each([
    [300, 300],
    [301, 50],
  ])('input that is %i ms old is debounced by %i ms', async (age, wait) => {
    const { suggestions, asked } = searchByHand()
    suggestions.typed('growth', age)
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual(['growth'])
  })

  test('the list closes when the input becomes too short', async () => {
    const { suggestions, answerTo, asked } = searchByHand()
    suggestions.typed('growth', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('growth', found('growth'))
    suggestions.typed('', 0)
    expect(suggestions.state()).toMatchObject({ open: false, dropdown: { kind: 'hidden' } })
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked()).toEqual(['growth'])
  })

  test('a DOI is detected and not searched', async () => {
    const { suggestions, asked } = searchByHand()
    suggestions.typed('10.1038/nature12373', 0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked()).toEqual([])
    expect(suggestions.state()).toMatchObject({ doiDetected: true, dropdown: { kind: 'hidden' } })
  })

  test('a DOI URL is searched, without advice on other words when nothing is found', async () => {
    const { suggestions, answerTo } = searchByHand()
    suggestions.typed('https://doi.org/10.1000/unknown', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('https://doi.org/10.1000/unknown', found())
    expect(suggestions.state()).toMatchObject({ doiDetected: true, dropdown: { kind: 'hidden' } })
  })
})

describe('search response', () => {
  test('results are shown, and instantly when repeated', async () => {
    const { suggestions, answerTo, asked } = searchByHand()
    suggestions.typed('growth', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('growth', found('one', 'two'))
    const results = { kind: 'results', results: [paper('one'), paper('two')] }
    expect(suggestions.state()).toMatchObject({ open: true, busy: false, dropdown: results })
    suggestions.typed('', 0)
    suggestions.typed(' growth', 0)
    expect(suggestions.state()).toMatchObject({ open: true, dropdown: results })
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked()).toEqual(['growth'])
  })

  test('an empty result is shown and cached', async () => {
    const { suggestions, answerTo, asked } = searchByHand()
    suggestions.typed('xyzzy', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('xyzzy', found())
    expect(suggestions.state().dropdown).toEqual({ kind: 'none', note: null })
    suggestions.typed('xyzz', 0)
    suggestions.typed('xyzzy', 0)
    await vi.advanceTimersByTimeAsync(300)
    expect(asked()).toEqual(['xyzzy'])
  })

  test('a message about a pasted identifier replaces the results', async () => {
    const { suggestions, answerTo } = searchByHand()
    suggestions.typed('ISBN 978-0-306-40615-7', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('ISBN 978-0-306-40615-7', { kind: 'found', results: [], note: 'This is an ISBN.' })
    expect(suggestions.state().dropdown).toEqual({ kind: 'none', note: 'This is an ISBN.' })
  })

  test('an outdated search is aborted and ignored, however it ends', async () => {
    const { suggestions, answerTo, calls } = searchByHand()
    suggestions.typed('first', 0)
    await vi.advanceTimersByTimeAsync(300)
    suggestions.typed('second', 0)
    expect(calls[0]?.signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('second', found('second'))
    await answerTo('first', failed)
    expect(suggestions.state().dropdown).toEqual({ kind: 'results', results: [paper('second')] })
  })

  test('results stay while the next search runs', async () => {
    const { suggestions, answerTo } = searchByHand()
    suggestions.typed('first', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('first', found('first'))
    suggestions.typed('first s', 0)
    await vi.advanceTimersByTimeAsync(300)
    expect(suggestions.state()).toMatchObject({ busy: true, dropdown: { kind: 'results', results: [paper('first')] } })
  })
})

describe('failed search', () => {
  test('the error is shown when there are no results, and the search can be repeated', async () => {
    const { suggestions, answerTo, asked } = searchByHand()
    suggestions.typed('growth', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('growth', failed)
    expect(suggestions.state().dropdown).toEqual({ kind: 'error', message: searchMessages.unavailable })
    suggestions.typed('growth', 0)
    await vi.advanceTimersByTimeAsync(300)
    expect(asked()).toEqual(['growth', 'growth'])
  })

  test('displayed results are kept', async () => {
    const { suggestions, answerTo } = searchByHand()
    suggestions.typed('first', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('first', found('first'))
    suggestions.typed('second', 0)
    await vi.advanceTimersByTimeAsync(300)
    await answerTo('second', failed)
    expect(suggestions.state()).toMatchObject({ busy: false, dropdown: { kind: 'results', results: [paper('first')] } })
  })
})

describe('dismissed list', () => {
  test('a pending search does not reopen the list, but the reader can', async () => {
    const { suggestions, asked, answerTo, calls } = searchByHand()
    suggestions.typed('growth', 0)
    await vi.advanceTimersByTimeAsync(300)
    suggestions.close()
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(suggestions.state()).toMatchObject({ open: false, dropdown: { kind: 'hidden' } })
    suggestions.open()
    expect(asked()).toEqual(['growth', 'growth'])
    await answerTo('growth', found('growth'))
    suggestions.close()
    suggestions.open()
    expect(suggestions.state()).toMatchObject({ open: true, dropdown: { kind: 'results' } })
    expect(asked()).toEqual(['growth', 'growth'])
  })
})

describe('highlighted option', () => {
  const open: SuggestionsState = {
    ...noSuggestions,
    text: 'growth',
    open: true,
    dropdown: { kind: 'results', results: ['one', 'two', 'three'].map(paper) },
  }
  const moved = (active: number | null, to: 'next' | 'previous' | 'first' | 'last') =>
    evolveSuggestions({ ...open, active }, { type: 'moved', to }).active

  test.each([
    [null, 'next', 0],
    [0, 'next', 1],
    [2, 'next', 0],
    [null, 'previous', 2],
    [0, 'previous', 2],
    [2, 'first', 0],
    [0, 'last', 2],
  ] as const)('from %s, %s moves the highlight to %i', (active, to, target) => expect(moved(active, to)).toBe(target))

  test('the highlight is removed when the text changes or the list closes', () => {
    const highlighted = { ...open, active: 1 }
    expect(evolveSuggestions(highlighted, { type: 'typed', text: 'growths' }).active).toBeNull()
    expect(evolveSuggestions(highlighted, { type: 'closed' }).active).toBeNull()
  })

  test('the highlight does not move without results', () => {
    expect(evolveSuggestions(noSuggestions, { type: 'moved', to: 'next' })).toEqual(noSuggestions)
  })
})
