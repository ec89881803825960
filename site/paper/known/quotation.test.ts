import { describe, expect, test } from 'vitest'
import { quotationOf } from './quotation.ts'

describe('quote from a replication', () => {
  test.each([
    ['We failed to replicate that finding.', 'We failed to replicate that finding.'],
    ['“We found  no effect.”', 'We found no effect.'],
    [' We \n found\tnothing. ', 'We found nothing.'],
    ['0.75 [p. 3] There is none.', 'There is none.'],
    ['1[p. 3]There is none.', 'There is none.'],
    ['.. There is none.', 'There is none.'],
    [';There is none.', 'There is none.'],
    ['We saw [sic] nothing.', 'We saw [sic] nothing.'],
    ['They call it “a failure”', 'They call it “a failure”'],
    ['“A failure” they call it', '“A failure” they call it'],
    ['It was not coded by us.', 'It was not coded by us.'],
    ['We marked each block.', 'We marked each block.'],
    ['The p value was small.', 'The p value was small.'],
    ['As figure 2 shows, it held.', 'As figure 2 shows, it held.'],
    [`Figure 2 shows that ${'it held '.repeat(10)}`.trim(), `Figure 2 shows that ${'it held '.repeat(10)}`.trim()],
    ['Figures 2 and 3 differ.', 'Figures 2 and 3 differ.'],
    ['Figure skating held up.', 'Figure skating held up.'],
    ['Nothing here. || Something there.', 'Nothing here. … Something there.'],
    ['x '.repeat(250).trim(), 'x '.repeat(250).trim()],
    [`${'x '.repeat(249)}xx`, `${'x '.repeat(249)}xx`],
    ['[Figure 2] There is a significant effect.', 'There is a significant effect.'],
    ['Same thing again. || Same thing again.', 'Same thing again.'],
    ['no marked in Replicate column || It did not hold here.', 'It did not hold here.'],
    ['Significant increases were recorded for each child.', 'Significant increases were recorded for each child.'],
    [
      'The first column of blocks was recalled, as in the original experiment, and more so by adults of every age we tested.',
      'The first column of blocks was recalled, as in the original experiment, and more so by adults of every age we tested.',
    ],
  ])('a quote is cleaned: %s', (text, quotation) => {
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
    'p-value .05',
    'yes  marked so',
    'coded as failed',
    'Crossed out here',
    'replicationsuccess = 1',
    'result type 2',
    'Figure2 shows it',
    'Fig. 12 in the paper',
    '[coded as failed',
    'replicated',
  ])('is a note of the coder: %s', text => {
    expect(quotationOf(text)).toBeNull()
  })

  test('a quote is shortened at a word boundary', () => {
    expect(quotationOf('word '.repeat(300))).toMatch(/^(?:word )+…$/)
    expect(quotationOf(`${'x'.repeat(900)} y z`)).toHaveLength(502)
  })
})
