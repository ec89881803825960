import { describe, expect, test } from 'vitest'
import { median, medianDifference, quantile, ratioOfMedians, shuffled } from './statistics.ts'

test('the median of an even number of values is the lower of the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2)
  expect(median([5, 1, 3])).toBe(3)
  expect(() => median([])).toThrow('The median of nothing.')
})

test('a quantile is always a measured value', () => {
  const values = Array.from({ length: 100 }, (_, n) => 100 - n)
  expect(quantile(values, 0.99)).toBe(99)
  expect(quantile(values, 0)).toBe(1)
  expect(quantile(values, 1)).toBe(100)
})

describe('ratio of two medians over rounds', () => {
  test('the ratio is that of the two medians, regardless of per-round ratios', () => {
    const [ours, theirs] = [
      [1, 2, 30],
      [10, 1, 3],
    ]
    expect(median(ours.map((value, round) => value / (theirs[round] ?? 0)))).toBe(2)
    expect(ratioOfMedians(ours, theirs).value).toBe(2 / 3)
  })

  test('the confidence interval is narrow when all rounds agree', () => {
    const theirs = Array.from({ length: 9 }, (_, n) => 1 + n)
    const same = ratioOfMedians(
      theirs.map(value => 2 * value),
      theirs,
    )
    expect(same).toEqual({ value: 2, low: 2, high: 2 })
  })

  test('the confidence interval contains the true ratio, and 1 when there is no difference', () => {
    const noise = (n: number) => 1 + ((n * 7_919) % 101) / 500
    const one = Array.from({ length: 25 }, (_, n) => noise(n))
    const other = Array.from({ length: 25 }, (_, n) => noise(n + 50))
    const { low, high } = ratioOfMedians(one, other)
    expect(low).toBeLessThan(1)
    expect(high).toBeGreaterThan(1)
    const twice = ratioOfMedians(
      one.map(value => 2 * value),
      other,
    )
    expect(twice.low).toBeGreaterThan(1.5)
    expect(twice.high).toBeLessThan(2.5)
  })

  test('the ratio is null when a round lacks a value', () => {
    expect(() => ratioOfMedians([1, 2], [1])).toThrow(RangeError)
  })
})

test('a difference between two medians is expressed as a share of the first', () => {
  const base = Array.from({ length: 400 }, (_, n) => 100 + (n % 11))
  const slower = base.map(value => value * 1.1)
  const { value, low, high } = medianDifference(base, slower)
  expect(value).toBeCloseTo(0.1)
  expect(low).toBeGreaterThan(0.05)
  expect(high).toBeLessThan(0.15)
})

test('a higher confidence level widens the interval', () => {
  const values = Array.from({ length: 200 }, (_, n) => 1 + ((n * 7_919) % 101) / 100)
  const [usual, strict] = [medianDifference(values, values), medianDifference(values, values, 0.998)]
  expect(strict.low).toBeLessThan(usual.low)
  expect(strict.high).toBeGreaterThan(usual.high)
})

test('shuffling keeps all items and varies which one comes first', () => {
  const items = ['a', 'b', 'c']
  const firsts = new Set(Array.from({ length: 200 }, () => shuffled(items)[0]))
  expect(firsts).toEqual(new Set(items))
  expect(shuffled(items).toSorted()).toEqual(items)
})
