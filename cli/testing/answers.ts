import type { Answer, Reference } from '../answer.ts'

/** Builds a reference to a retracted paper, with overrides from `more`. */
export const referenceOf = (more: Partial<Reference> = {}): Reference => ({
  key: 'wakefield1998',
  line: 3,
  input: 'Wakefield, A. Ileal-lymphoid-nodular hyperplasia.',
  doi: '10.1016/s0140-6736(97)11096-0',
  found_by: 'doi',
  title: 'Ileal-lymphoid-nodular hyperplasia',
  status: { key: 'retracted', sentence: 'Retracted on 6 February 2010.', date: '2010-02-06' },
  flagged_reference_count: null,
  possible_match: null,
  ...more,
})

export const answerOf = (references: readonly Reference[], more: Partial<Answer> = {}): Answer => ({
  format: 'bibtex',
  references,
  unread: [],
  ...more,
})
