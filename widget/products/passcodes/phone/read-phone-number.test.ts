import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nationalFormat, numberToText, type ParsePhoneNumber, readableNumber } from './phone-numbers.ts'

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

describe('phone number to text', () => {
  test('the number is what the service parses', async () => {
    const asked: unknown[] = []
    const parse: ParsePhoneNumber = (...given) => {
      asked.push(given)
      return answering()(...given)
    }
    expect(await numberToText({ text: '201 555 0123', region: 'US', parse })).toBe('+12015550123')
    expect(asked).toEqual([['201 555 0123', 'US']])
  })

  test('the number is null when the service finds it invalid', async () => {
    expect(await numberToText({ text: '123', region: 'US', parse: answering({ isValid: false }) })).toBeNull()
  })

  test('text without digits is null without asking the service', async () => {
    expect(await numberToText({ text: ' - ', region: 'US', parse: silent })).toBeNull()
  })

  test('after 2 seconds without a response the number is the dial code plus text', async () => {
    let number: string | null | undefined
    void numberToText({ text: '(079) 123 45 67', region: 'CH', parse: silent }).then(found => {
      number = found
    })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(number).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(number).toBe('+410791234567')
  })

  test('when the service fails the number is the dial code plus text at once', async () => {
    expect(await numberToText({ text: '201-555-0123', region: 'US', parse: failing })).toBe('+12015550123')
  })

  test('a typed dial code is kept', async () => {
    expect(await numberToText({ text: ' +49 1512 3456789', region: 'US', parse: failing })).toBe('+4915123456789')
  })
})

describe('national number format', () => {
  test('the national format comes from the service', async () => {
    expect(await nationalFormat({ text: '2015550123', region: 'US', parse: answering() })).toBe('(201) 555-0123')
  })

  test.each<[string, ParsePhoneNumber]>([
    ['invalid', answering({ isValid: false })],
    ['of another region', answering({ number: '+41791234567', national: '079 123 45 67' })],
    ['not answered for', failing],
  ])('the national format is unknown when the number is %s', async (_, parse) => {
    expect(await nationalFormat({ text: '2015550123', region: 'US', parse })).toBeNull()
  })

  test('formatting times out after 10 seconds', async () => {
    const shown = vi.fn()
    void readableNumber('+12015550123', silent).then(shown)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(shown).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(shown).toHaveBeenCalledWith('+12015550123')
  })
})
