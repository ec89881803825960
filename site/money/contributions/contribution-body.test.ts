import { expect, test } from 'vitest'
import { contributionBody, readContribution } from './begin-from-form.ts'

const rules = { currency: 'usd', least: 1, most: 10_000 }
const read = (fields: object) => readContribution(contributionBody.parse(fields), rules)
const usd = (amount: number) => ({ amount, currency: 'usd' })

test.each([
  [{ amount: '25' }, { money: usd(2_500), name: null, message: null }],
  [{ amount: 25 }, { money: usd(2_500) }],
  [{ amount: '25', own: '12.50' }, { money: usd(1_250) }],
  [{ amount: '25', own: ' ' }, { money: usd(2_500) }],
  [{ amount: '1' }, { money: usd(100) }],
  [{ amount: '10000' }, { money: usd(1_000_000) }],
  [
    { amount: '25', name: ' Ada ', message: ' Do it. ' },
    { name: 'Ada', message: 'Do it.' },
  ],
  [
    { amount: '25', name: ' ', message: '\n' },
    { name: null, message: null },
  ],
  [{ amount: '25', name: 'x'.repeat(120), message: 'x'.repeat(500) }, { name: 'x'.repeat(120) }],
])('%j is a valid contribution', (fields, given) =>
  expect(read(fields)).toMatchObject({ kind: 'contribution', ...given }),
)

test.each([
  [{}, 'Enter an amount from $1 to $10,000, such as 25.'],
  [{ amount: 'all' }, 'Enter an amount from $1 to $10,000, such as 25.'],
  [{ amount: '25', own: 'all' }, 'Enter an amount from $1 to $10,000, such as 25.'],
  [{ amount: '0.99' }, 'A contribution can be from $1 to $10,000.'],
  [{ amount: '10000.01' }, 'A contribution can be from $1 to $10,000.'],
  [{ amount: '25', name: 'x'.repeat(121) }, 'A name has at most 120 characters.'],
  [{ amount: '25', message: 'x'.repeat(501) }, 'A message has at most 500 characters.'],
])('%j is rejected with a reason', (fields, sentence) => expect(read(fields)).toEqual({ kind: 'problem', sentence }))

test('an amount that is neither text nor a number is rejected', () =>
  expect(contributionBody.safeParse({ amount: [25] }).error?.issues[0]?.message).toBe('send a text'))
