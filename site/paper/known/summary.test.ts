import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type KnownCounts, summarise } from './summary.ts'

const nothing: KnownCounts = {
  updates: [],
  outcomes: { held: 0, 'not-held': 0, mixed: 0, unclear: 0 },
  attemptsTo: 'repeat',
  hasReports: false,
  replacedBy: 0,
  replaces: 0,
  repeats: 0,
  repeatsTo: 'repeat',
  repeatOutcomes: { held: 0, 'not-held': 0, mixed: 0, unclear: 0 },
  republishes: false,
  notices: [],
  notes: 0,
}
const outcomes = (held = 0, not = 0, mixed = 0, unclear = 0): Partial<KnownCounts> => ({
  outcomes: { held, 'not-held': not, mixed, unclear },
})
/** Outcomes of the paper's own replications of others. */
const found = (...[held, not, mixed]: [number, number?, number?]): Partial<KnownCounts> => ({
  repeatOutcomes: outcomes(held, not, mixed).outcomes ?? nothing.outcomes,
})
const correction = { one: 'correction', many: 'corrections' }
const retraction = { one: 'retraction', many: 'retractions' }
const concern = { one: 'expression of concern', many: 'expressions of concern' }

describe('evidence summary', () => {
  test.each<[Partial<KnownCounts>, string]>([
    [{}, 'No retractions, corrections or replications found.'],
    [
      { updates: [{ noun: correction, count: 1 }], ...outcomes(3, 1, 0, 1) },
      'One correction, five replications. Three succeeded, one failed, one is unclear.',
    ],
    [{ notes: 1 }, 'No retractions, corrections or replications found. One community note.'],
    [{ updates: [{ noun: retraction, count: 1 }], notes: 2 }, 'One retraction. Two community notes.'],
    [outcomes(1), 'One successful replication.'],
    [outcomes(0, 1), 'One failed replication.'],
    [outcomes(0, 0, 1), 'One replication with mixed results.'],
    [outcomes(0, 0, 0, 1), 'One replication with unclear results.'],
    [outcomes(2), 'Two replications. Both succeeded.'],
    [outcomes(0, 2), 'Two replications. Both failed.'],
    [outcomes(0, 3), 'Three replications. All three failed.'],
    [outcomes(5), 'Five replications. All five succeeded.'],
    [outcomes(0, 0, 2), 'Two replications. Both gave mixed results.'],
    [outcomes(0, 0, 0, 3), 'Three replications. All three gave unclear results.'],
    [outcomes(0, 2, 2), 'Four replications. Two failed, two are mixed.'],
    [outcomes(10, 4), '14 replications. Ten succeeded, four failed.'],
    [{ updates: [{ noun: retraction, count: 1 }] }, 'One retraction.'],
    [
      {
        updates: [
          { noun: retraction, count: 1 },
          { noun: concern, count: 2 },
          { noun: correction, count: 13 },
        ],
        ...outcomes(1),
      },
      'One retraction, two expressions of concern, 13 corrections, one successful replication.',
    ],
    [{ replacedBy: 1 }, 'A newer version has replaced it.'],
    [{ replaces: 1 }, 'It replaces an earlier version.'],
    [{ republishes: true }, 'It was published in place of a retracted paper.'],
    [{ ...outcomes(1), attemptsTo: 'reproduce' }, 'One successful reproduction.'],
    [{ ...outcomes(2), attemptsTo: 'reproduce' }, 'Two reproductions. Both succeeded.'],
    [
      { repeats: 2, repeatsTo: 'reproduce', ...found(0, 2) },
      'It is itself a reproduction of two earlier papers: both failed.',
    ],
    [{ repeats: 1, ...found(1) }, 'It is itself a successful replication of an earlier paper.'],
    [
      { repeats: 28, ...found(15, 14, 1) },
      'It is itself a replication of 28 earlier papers, in 30 attempts. Of those attempts 15 succeeded, 14 failed, one is mixed.',
    ],
    [
      { repeats: 100, ...found(34, 54, 12) },
      'It is itself a replication of 100 earlier papers. Of those papers 34 succeeded, 54 failed, twelve are mixed.',
    ],
    [
      { repeats: 3, ...found(3), ...outcomes(1) },
      'One successful replication. It is itself a replication of three earlier papers: all three succeeded.',
    ],
    [{ notices: [{ verb: 'corrects', count: 1 }] }, 'It corrects another paper.'],
    [{ notices: [{ verb: 'retracts', count: 4 }] }, 'It retracts four other papers.'],
  ])('evidence summary %#', (tally, sentence) => {
    expect(summarise({ ...nothing, ...tally })).toBe(sentence)
  })

  test('the summary names every replication in full sentences', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(4), { minLength: 4, maxLength: 4 }),
        ([held = 0, not = 0, mixed = 0, unclear = 0]) => {
          const sentence = summarise({ ...nothing, ...outcomes(held, not, mixed, unclear) })
          expect(sentence).toMatch(/^(?:[A-Z\d][^.]*\.)(?: [A-Z\d][^.]*\.)*$/)
          expect(sentence).not.toMatch(/\bno (?:held|are|is)\b|undefined/i)
        },
      ),
    )
  })
})
