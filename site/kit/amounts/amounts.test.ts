import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, formatAmounts, inWholeUnits, plainAmount, unitsIn } from './format.ts'
import { readAmount } from './read-amount.ts'

const range = (currency: string) => ({ currency, least: 1, most: 10_000 })

describe('money amount', () => {
  test.each([
    [2500, 'usd', 'en-US', '$25'],
    [1250, 'usd', 'en-US', '$12.50'],
    [1250, 'eur', 'de-DE', '12,50 €'],
    [500, 'jpy', 'en-US', '¥500'],
    [1230, 'kwd', 'en-US', 'KWD 1.230'],
    [123_456_700, 'usd', 'en-US', '$1,234,567'],
    [50_000, 'isk', 'en-US', 'ISK 500'],
    [-2500, 'gbp', 'en-GB', '-£25'],
  ])('%i minor units of %s in %s are %s', (amount, currency, locale, text) => {
    expect(formatAmount({ amount, currency }, locale).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
  })

  test.each([
    [1205, 'usd', '12.05'],
    [5, 'usd', '0.05'],
    [-5, 'usd', '-0.05'],
    [500, 'jpy', '500'],
    [1230, 'kwd', '1.230'],
  ])('%i of %s is exported as %s', (amount, currency, text) => expect(plainAmount({ amount, currency })).toBe(text))

  test('amounts in several currencies are listed separately without conversion', () => {
    expect(
      formatAmounts([
        { amount: 2500, currency: 'usd' },
        { amount: 4000, currency: 'eur' },
      ]),
    ).toBe('$25 + €40')
  })
})

describe('typed amount', () => {
  test.each([
    ['25', 'usd', 2500],
    [' 25 ', 'usd', 2500],
    ['$25', 'usd', 2500],
    ['12.5', 'usd', 1250],
    ['12,50', 'usd', 1250],
    ['12.500', 'usd', 'beyond'],
    ['1,000', 'usd', 100_000],
    ['1,000.50', 'usd', 100_050],
    ['10000', 'usd', 1_000_000],
    ['10000.01', 'usd', 'beyond'],
    ['0.99', 'usd', 'beyond'],
    ['0', 'usd', 'beyond'],
    ['500', 'jpy', 500],
    ['500.5', 'jpy', 'unreadable'],
    ['1.23', 'kwd', 1230],
    ['1.234', 'kwd', 'unreadable'],
    ['500.5', 'isk', 'unreadable'],
    ['-5', 'usd', 'unreadable'],
    ['1e3', 'usd', 'unreadable'],
    ['', 'usd', 'unreadable'],
    ['twenty', 'usd', 'unreadable'],
    ['12.345', 'eur', 'beyond'],
    ['9'.repeat(400), 'usd', 'unreadable'],
    ['25 USD', 'usd', 2500],
    ['US$ 25', 'usd', 2500],
    ['€25', 'usd', 'unreadable'],
    ['25 EUR', 'usd', 'unreadable'],
    ['5k', 'usd', 'unreadable'],
    ['25 kr.', 'sek', 2500],
    ['1’250.50', 'chf', 125_050],
    ['1 250,50 €', 'eur', 125_050],
    ['١٬٢٥٠٫٥٠', 'usd', 125_050],
    ['۲۵', 'usd', 2500],
    ['２５', 'usd', 2500],
    ['1,000,000', 'jpy', 'beyond'],
    ['1,250.500', 'kwd', 1_250_500],
    ['1.2.3', 'usd', 'unreadable'],
    ['1,00', 'usd', 100],
    ['1 2', 'usd', 'unreadable'],
    ['0.001', 'usd', 'unreadable'],
    ['0,001', 'eur', 'unreadable'],
    ['0 001', 'usd', 'unreadable'],
    ['0’001', 'chf', 'unreadable'],
    ['0.001', 'jpy', 'unreadable'],
    ['000.250', 'kwd', 'beyond'],
    ['0.50', 'usd', 'beyond'],
  ])('%j in %s is %s', (typed, currency, expected) => {
    const read = readAmount(typed, range(currency))
    expect(read.kind === 'amount' ? read.money.amount : read.kind).toBe(expected)
  })

  const languages =
    'en-US en-GB en-IN de-DE de-AT de-CH fr-FR fr-CH es-ES es-MX pt-BR it-IT nl-NL sv-SE pl-PL cs-CZ tr-TR'
  const others = 'ru-RU uk-UA ja-JP zh-CN zh-TW ko-KR th-TH vi-VN ar-EG fa-IR he-IL hi-IN bn-BD'
  test.each(`${languages} ${others}`.split(' '))('an amount is parsed in the format of %s', locale => {
    for (const [currency, amount] of [
      ['usd', 125_050],
      ['usd', 2_500],
      ['eur', 999],
      ['gbp', 1_000_000],
      ['jpy', 5_000],
      ['chf', 120_005],
    ] as const) {
      const text = formatAmount({ amount, currency }, locale)
      expect([text, readAmount(text, range(currency))]).toEqual([text, { kind: 'amount', money: { amount, currency } }])
    }
  })

  test('formatting and parsing round-trip to the minor unit', () => {
    const money = fc.record({
      amount: fc.integer({ min: 1_000, max: 1_000_000 }),
      currency: fc.constantFrom('usd', 'eur', 'gbp'),
    })
    fc.assert(
      fc.property(money, money => {
        expect(readAmount(plainAmount(money), range(money.currency))).toEqual({ kind: 'amount', money })
        expect(Math.round(inWholeUnits(money) * unitsIn(money.currency))).toBe(money.amount)
      }),
    )
  })
})
