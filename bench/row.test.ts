import { describe, expect, test, vi } from 'vitest'
import { beside, budget, observation, orWhyNot, ratioText } from './row.ts'

test('a budget’s note starts with the user impact, and an exceeded budget is missed', () => {
  const promise = { name: 'pages', felt: 'A reader waits.', figure: '3 s', limit: '≤ 2 s', note: 'How.' }
  expect(budget({ ...promise, isMet: false })).toMatchObject({ verdict: 'missed', note: 'A reader waits. How.' })
  expect(budget({ ...promise, isMet: true })).toMatchObject({ verdict: 'met' })
})

describe('comparison with another project', () => {
  test.each([
    { low: 0.8, high: 0.9, better: 'less', verdict: 'ahead' },
    { low: 0.8, high: 0.9, better: 'more', verdict: 'behind' },
    { low: 1.1, high: 1.2, better: 'less', verdict: 'behind' },
    { low: 1.1, high: 1.2, better: 'more', verdict: 'ahead' },
    { low: 0.9, high: 1.1, better: 'less', verdict: 'level' },
    { low: 0.9, high: 1.1, better: 'more', verdict: 'level' },
  ] as const)('$low to $high where $better is better is rated $verdict', ({ low, high, better, verdict }) => {
    expect(beside('x', { value: (low + high) / 2, low, high }, { better, note: '' }).verdict).toBe(verdict)
  })
})

test('a ratio is printed with its interval if it has one', () => {
  expect(ratioText({ value: 0.823, low: 0.791, high: 0.86 })).toBe('0.82× (0.79–0.86)')
  expect(ratioText({ value: 0.5, low: 0.5, high: 0.5 })).toBe('0.50×')
})

describe('part of a benchmark group', () => {
  test('a successful part returns its rows', async () => {
    const row = observation('votes', '9/s', '')
    expect(await orWhyNot('votes', async () => [row])).toEqual([row])
  })

  test('a part that fails returns one row with the reason', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue()
    const rows = await orWhyNot('votes', () => Promise.reject(new Error('No disk.')))
    expect(rows).toMatchObject([{ name: 'votes', verdict: 'not measured', note: 'The measurement failed: No disk.' }])
    expect(complaint).toHaveBeenCalledOnce()
    complaint.mockRestore()
  })
})
