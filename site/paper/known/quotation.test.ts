import { describe, expect, test } from 'vitest'
import { quotationOf } from './quotation.ts'

describe('what coders copied from an attempt', () => {
  test.each([
    ['We failed to replicate that finding.', 'We failed to replicate that finding.'],
    ['“We found  no effect.”', 'We found no effect.'],
    ['[Figure 2] There is a significant effect.', 'There is a significant effect.'],
    ['Same thing again. || Same thing again.', 'Same thing again.'],
    ['no marked in Replicate column || It did not hold here.', 'It did not hold here.'],
    ['Significant increases were recorded for each child.', 'Significant increases were recorded for each child.'],
    [
      'The first column of blocks was recalled, as in the original experiment, and more so by adults of every age we tested.',
      'The first column of blocks was recalled, as in the original experiment, and more so by adults of every age we tested.',
    ],
  ])('is quoted: %s', (text, quotation) => {
    expect(quotationOf(text)).toBe(quotation)
  })

  test.each([
    null,
    '',
    ' || ',
    'no marked in Replicate column',
    'YES in ReplicationSUCCESS column',
    'Ticked in Replication outcome column in Supplementary Table 2.',
    'subjective replication success rating 0.75',
    '. subjective replication success rating 1',
    'sub_rep .25 in dataset',
    'ReplicationSUCCESS marked as YES',
    'Replication success = YES in table columnhttps://osf.io/4ewkh',
    '0 [In figure 2, authors quantified subjective success. I am coding 0 as failed]',
    "[stated yes in supplementary table 3, under 'replicated' column]",
    'Table 3 ML5 Revised CI includes 0 || Table 3 ML5:RP:P Protocol CI includes 0',
    'P value: .667',
    'replicated',
  ])('is a note of the coder: %s', text => {
    expect(quotationOf(text)).toBeNull()
  })

  test('is shortened at a word', () => {
    expect(quotationOf('word '.repeat(300))).toMatch(/^(?:word )+…$/)
    expect(quotationOf(`${'x'.repeat(900)} y z`)).toHaveLength(502)
  })
})
