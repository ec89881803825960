import { describe, expect, test } from 'vitest'
import { decisionBody, deskBody, payoutBody, readAward, readTopUp } from './perform-acts.ts'

const doi = '10.1000/x'

describe('money desk form', () => {
  test.each([
    [deskBody, { act: 'give' }, 'must be "award", "top-up", "withdrawal" or "reconcile"'],
    [deskBody, { act: 'award', currency: 'dollars' }, 'not a currency'],
    [deskBody, { act: 'award', currency: 'USD' }, 'not a currency'],
    [deskBody, { act: 'award', why: 'x'.repeat(501) }, 'at most 500 characters'],
    [deskBody, { act: 'top-up', amount: '1'.repeat(21) }, 'at most 20 characters'],
    [deskBody, { act: 'withdrawal', payout: 'x'.repeat(65) }, 'at most 64 characters'],
    [decisionBody, { action: 'agree', version: 1 }, 'must be "confirm", "reject" or "take-back"'],
    [payoutBody, { action: 'pay' }, 'must be "done" or "again"'],
    [payoutBody, { action: 'done', reference: 'x'.repeat(201) }, 'at most 200 characters'],
  ])('an invalid form is rejected with the error, case %#', (schema, body, message) => {
    const { success, error } = schema.safeParse(body)
    expect([success, error?.issues.map(issue => issue.message)]).toEqual([false, [message]])
  })
})

describe('award form', () => {
  const read = (fields: Record<string, unknown>) => readAward(deskBody.parse({ act: 'award', doi, ...fields }))

  test('an award is the sum per report, ignoring empty and unknown fields', () => {
    const fields = {
      'part:a': '12.50',
      'part:b': ' 7 ',
      'part:empty': '',
      'part:blank': '  ',
      'part:number': 5,
      'part:with space': '5',
      'a part:c': '5',
      part: '5',
    }
    expect(read(fields)).toEqual({
      kind: 'award',
      doi,
      money: { amount: 1_950, currency: 'usd' },
      parts: [
        { report: 'a', amount: 1_250 },
        { report: 'b', amount: 700 },
      ],
    })
  })

  test('an award is in the named currency', () => {
    expect(read({ currency: 'jpy', 'part:a': '500' })).toMatchObject({ money: { amount: 500, currency: 'jpy' } })
  })

  test.each([
    ['names no paper', { doi: 'nonsense', 'part:a': '5' }, 'doi is not a DOI.'],
    ['names none at all', { doi: undefined, 'part:a': '5' }, 'doi is not a DOI.'],
    ['gives nobody anything', {}, 'Enter an amount for at least one report.'],
    ['gives a report zero', { 'part:a': '0' }, '“0” is not an amount. Enter an amount such as 25 or 12.50.'],
    ['gives a report words', { 'part:a': ' much ' }, '“much” is not an amount. Enter an amount such as 25 or 12.50.'],
    [
      'gives a report a long text',
      { 'part:a': 'x'.repeat(500) },
      `“${'x'.repeat(40)}” is not an amount. Enter an amount such as 25 or 12.50.`,
    ],
    [
      'gives a report more than there can be',
      { 'part:a': '1000000001' },
      '“1000000001” is not an amount. Enter an amount such as 25 or 12.50.',
    ],
  ])('an award is rejected when it %s', (_, fields, sentence) => {
    expect(read(fields)).toEqual({ kind: 'problem', sentence })
  })
})

describe('top-up form', () => {
  const read = (fields: Record<string, string>, currency = 'usd') =>
    readTopUp(deskBody.parse({ act: 'top-up', ...fields }), currency)

  test('a top-up is in the site’s currency unless another is named', () => {
    const fields = { doi, amount: '500' }
    expect(read(fields, 'jpy')).toEqual({ kind: 'top-up', doi, money: { amount: 500, currency: 'jpy' } })
    expect(read({ ...fields, currency: 'eur' }, 'jpy')).toMatchObject({ money: { amount: 50_000, currency: 'eur' } })
  })

  const noPaper = 'Enter the DOI of the paper whose bounty to top up.'
  const noAmount = 'Enter an amount such as 25 or 12.50.'
  test.each([
    [{ amount: '5' }, noPaper],
    [{ doi: 'nonsense', amount: '5' }, noPaper],
    [{ doi }, noAmount],
    [{ doi, amount: 'much' }, noAmount],
    [{ doi, amount: '0' }, noAmount],
    [{ doi, amount: '1000000001' }, noAmount],
  ])('the top-up %o is rejected', (fields, sentence) => {
    expect(read(fields as Record<string, string>)).toEqual({ kind: 'problem', sentence })
  })
})
