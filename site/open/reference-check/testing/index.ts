import { type Doi, storedDoi } from '../../../kit/doi/index.ts'
import type { StatusKind } from '../../../paper/known/index.ts'
import type { Work } from '../../../paper/works-index/index.ts'
import type { Reference } from '../formats/index.ts'
import type { CheckedReference, CheckedStatus } from '../model.ts'

/** An empty reference with overrides. */
export const exampleReference = (given: Partial<Reference> = {}): Reference => ({
  key: null,
  line: 1,
  input: '',
  doi: null,
  pmid: null,
  arxiv: null,
  title: null,
  year: null,
  firstAuthor: null,
  isProse: false,
  end: null,
  ...given,
})

/** A work by Ada Lovelace of 2010; the rest as given. */
export const exampleWork = (given: Partial<Work> = {}): Work => ({
  doi: storedDoi('10.1000/cats'),
  title: 'Why cats land on their feet',
  authors: [{ name: 'Ada Lovelace', orcid: null }],
  authorsTruncated: false,
  journal: 'Journal of Cats',
  year: 2010,
  type: 'article',
  citedBy: 3,
  retracted: null,
  pmid: null,
  source: 'import',
  ...given,
})

export const exampleStatus = (kind: StatusKind, given: Partial<CheckedStatus> = {}): CheckedStatus => ({
  kind,
  headline: `It is ${kind}`,
  sentence: `It is ${kind}, somebody says.`,
  date: null,
  notice: null,
  ...given,
})

/** A reference that was found by its DOI, and of which nothing is known; the rest as given. */
export const exampleChecked = (given: Partial<CheckedReference> = {}): CheckedReference => ({
  number: 1,
  key: null,
  line: 1,
  input: 'A line',
  citedTitle: null,
  end: null,
  doi: '10.1000/cats' as Doi,
  foundBy: 'doi',
  agree: [],
  title: 'Why cats land on their feet',
  year: 2010,
  status: exampleStatus('nothing'),
  citesFallen: null,
  maybe: null,
  ...given,
})
