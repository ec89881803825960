import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leansOn, ludsRequirements, reservedWords } from './create-judge.ts'
import { createGrader } from './grader.ts'

const luds = (password: string) => ludsRequirements(password, { complexity: 3, minimumCount: 12 })

describe('LUDS policy', () => {
  test.each([
    ['', [false, false, false, false], 12, 3],
    ['abc', [true, false, false, false], 9, 2],
    ['Abcdefghijk1', [true, true, true, false], 0, 0],
    ['ABC def 123!', [true, true, true, true], 0, 0],
    ['пароль-ПАРОЛЬ', [true, true, false, true], 0, 0],
    ['密码密码密码', [true, false, false, false], 6, 2],
    ['😀😀😀', [false, false, false, true], 9, 2],
  ])('LUDS result for %j', (password, [lower, upper, digit, symbol], characters, complexity) => {
    expect(luds(password)).toEqual({
      has_lower_case: lower,
      has_upper_case: upper,
      has_digit: digit,
      has_symbol: symbol,
      missing_characters: characters,
      missing_complexity: complexity,
    })
  })

  test('lengthening a password never increases what LUDS requires', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, two) => {
        const [before, after] = [luds(one), luds(one + two)]
        expect(after.missing_characters).toBeLessThanOrEqual(before.missing_characters)
        expect(after.missing_complexity).toBeLessThanOrEqual(before.missing_complexity)
      }),
    )
  })
})

describe('personal words in passwords', () => {
  const words = reservedWords({ email: 'Ada.Lovelace+news@maths.example.org', product: 'Open Papers' })

  test('personal words are the word-like parts of the address and product name', () => {
    expect(words).toEqual(
      expect.arrayContaining([
        'ada.lovelace+news',
        'adalovelacenews',
        'lovelace',
        'news',
        'maths',
        'example',
        'open papers',
        'openpapers',
        'papers',
      ]),
    )
    expect(words).not.toContain('ada')
    expect(words).not.toContain('org')
    expect(reservedWords({ email: 'ada@papers.info', product: 'Open Papers' })).not.toContain('info')
    expect(reservedWords({ product: 'Papers' })).toEqual(['papers'])
  })

  test('personal words are removed longest first, leaving no fragments', () => {
    const nested = reservedWords({ email: 'adal@example.org', product: 'Adalux' })
    expect(leansOn(nested, 'Adalux4711ab', 8)).toBe(true)
    expect(leansOn(nested, 'Adalux4711abcd', 8)).toBe(false)
  })

  test.each([
    ['lovelace2026', true],
    ['LOVELACE-NEWS', true],
    ['open papers 26', true],
    ['Openpapers!', true],
    ['lovelace and the loom', false],
    ['gravel lantern opus', false],
  ])('%j relies on personal words: %j', (password, expected) => {
    expect(leansOn(words, password, 8)).toBe(expected)
  })
})

describe('password grader', () => {
  // One grader for all tests, since each one loads the dictionaries.
  const grader = createGrader({ patience: 60_000, whileLoading: 120_000 })

  test('the grader answers concurrent requests and explains weak passwords', async () => {
    const [common, personal, strong] = await Promise.all([
      grader.grade('password', []),
      grader.grade('corroborate26', ['corroborate']),
      grader.grade('lantern gravel opus', []),
    ])
    expect(common).toMatchObject({ score: 0, warning: expect.stringContaining('used') })
    expect(personal?.score).toBeLessThan(3)
    expect(strong).toMatchObject({ score: 4, warning: '' })
  })

  test('the grader recognizes words written with digits and symbols', async () => {
    const disguised = ['4dm1n157r470r', 'p@55w0rd1', '$unsh1ne', '1l0v3y0u!', 'b4ske7b4|1123', '|e7meinp|ease1']
    const grades = await Promise.all(disguised.map(password => grader.grade(password, [])))
    for (const { score } of grades) expect(score).toBeLessThan(3)
  })

  test('the grader allows a longer timeout for its first answers while it loads', async () => {
    // Loading takes more than a millisecond on every machine.
    const patientAtFirst = createGrader({ patience: 1, whileLoading: 120_000 })
    const first = await Promise.all(['password', 'lantern gravel opus'].map(typed => patientAtFirst.grade(typed, [])))
    expect(first.map(({ score }) => score)).toEqual([0, 4])
    const hurried = createGrader({ patience: 120_000, whileLoading: 1 })
    await expect(hurried.grade('password', [])).rejects.toMatchObject({ type: 'server_unavailable' })
  })

  test('the grader rejects requests beyond a hundred waiting ones and answers the rest', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 110 }, () => grader.grade('password', [])))
    const refused = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect([outcomes.length - refused.length >= 100, refused.length > 0]).toEqual([true, true])
    for (const reason of refused) expect(reason).toMatchObject({ type: 'too_many_requests', retryAfter: 2 })
  })

  test('the grader reads forty characters, so longer passwords take no longer and score no better', async () => {
    const [known, longer, strong] = await Promise.all([
      grader.grade('a'.repeat(40), []),
      grader.grade(`${'a'.repeat(40)}lantern gravel opus`, []),
      grader.grade(`${'a'.repeat(20)}lantern gravel opus`, []),
    ])
    expect(longer).toEqual(known)
    expect(known?.score).toBeLessThan(3)
    expect(strong?.score).toBe(4)
  })
})
