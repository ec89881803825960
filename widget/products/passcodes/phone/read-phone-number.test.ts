import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nationalFormat, numberToText, type ParsePhoneNumber, readableNumber } from './read-phone-number.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const answering =
  (answer: { isValid?: boolean; number?: string; national?: string } = {}): ParsePhoneNumber =>
  async () => ({ isValid: true, number: '+12015550123', national: '(201) 555-0123', ...answer })
const silent: ParsePhoneNumber = () => new Promise(() => {})
const failing: ParsePhoneNumber = () => Promise.reject(new Error('The phone service answered 429.'))

describe('the number to text', () => {
  test('is what the service reads in the text', async () => {
    const asked: unknown[] = []
    const parse: ParsePhoneNumber = (...given) => {
      asked.push(given)
      return answering()(...given)
    }
    expect(await numberToText({ text: '201 555 0123', region: 'US', parse })).toBe('+12015550123')
    expect(asked).toEqual([['201 555 0123', 'US']])
  })

  test('is none when the service finds it invalid', async () => {
    expect(await numberToText({ text: '123', region: 'US', parse: answering({ isValid: false }) })).toBeNull()
  })

  test('is none without a digit, and the service is not asked', async () => {
    expect(await numberToText({ text: ' - ', region: 'US', parse: silent })).toBeNull()
  })

  test('is the text behind the dial code when nothing is heard for 2 seconds', async () => {
    let number: string | null | undefined
    void numberToText({ text: '(079) 123 45 67', region: 'CH', parse: silent }).then(found => {
      number = found
    })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(number).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(number).toBe('+410791234567')
  })

  test('is the same at once when the service fails', async () => {
    expect(await numberToText({ text: '201-555-0123', region: 'US', parse: failing })).toBe('+12015550123')
  })

  test('keeps the dial code that was typed', async () => {
    expect(await numberToText({ text: ' +49 1512 3456789', region: 'US', parse: failing })).toBe('+4915123456789')
  })
})

describe('a number as its region writes it', () => {
  test('is what the service says', async () => {
    expect(await nationalFormat({ text: '2015550123', region: 'US', parse: answering() })).toBe('(201) 555-0123')
  })

  test.each<[string, ParsePhoneNumber]>([
    ['invalid', answering({ isValid: false })],
    ['of another region', answering({ number: '+41791234567', national: '079 123 45 67' })],
    ['not answered for', failing],
  ])('is not known when it is %s', async (_, parse) => {
    expect(await nationalFormat({ text: '2015550123', region: 'US', parse })).toBeNull()
  })

  test('is waited for 10 seconds', async () => {
    const shown = vi.fn()
    void readableNumber('+12015550123', silent).then(shown)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(shown).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(shown).toHaveBeenCalledWith('+12015550123')
  })
})
