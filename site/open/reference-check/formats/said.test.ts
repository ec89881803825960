import { expect, test } from 'vitest'
import { arxivIn, doiIn, familyNameIn, pmidIn, titleIn, yearIn } from './said.ts'

test.each([
  [['10.1000/X'], '10.1000/x'],
  [['https://doi.org/10.1000/x'], '10.1000/x'],
  [['see 10.1000/x, and more'], '10.1000/x'],
  [[null, undefined, 'none', '10.', '10.1000/x', '10.1000/y'], '10.1000/x'],
  [['arXiv:2101.00001'], null],
  [[], null],
])('the DOI in %j is %j', (fields, doi) => expect(doiIn(...fields)).toBe(doi))

test.each([
  ['2101.00001', '10.48550/arxiv.2101.00001'],
  [' 2101.00001', '10.48550/arxiv.2101.00001'],
  ['arXiv:2101.00001v2', '10.48550/arxiv.2101.00001'],
  ['arXiv:2101.00001v12', '10.48550/arxiv.2101.00001'],
  ['https://arxiv.org/abs/hep-th/9901001v2', '10.48550/arxiv.hep-th/9901001'],
  ['arXiv: 2101.0001', '10.48550/arxiv.2101.0001'],
  ['ArXiv 2101.00001', '10.48550/arxiv.2101.00001'],
  ['arXiv preprint arXiv:1706.03762', '10.48550/arxiv.1706.03762'],
  ['https://arxiv.org/abs/hep-th/9901001', '10.48550/arxiv.hep-th/9901001'],
  ['https://arxiv.org/pdf/math.GT/0309136', '10.48550/arxiv.math/0309136'],
  ['page 2101.00001', null],
  ['arXiv2101.00001', null],
  ['arXiv:210.00001', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the arXiv id in %j is %j', (field, doi) => expect(arxivIn(field)).toBe(doi))

test.each([
  ['23903654', '23903654'],
  [' PMID: 23903654 ', '23903654'],
  ['pmid=1', '1'],
  ['PMID 123456789', '123456789'],
  ['1234567890', null],
  ['PMC23903654', null],
  ['23903654 and more', null],
  ['', null],
  [null, null],
])('the PubMed id in %j is %j', (field, pmid) => expect(pmidIn(field)).toBe(pmid))

test.each([
  ['2010', 2010],
  ['2010 Mar', 2010],
  ['Mar 2010', 2010],
  ['1500', 1500],
  ['1499', null],
  ['2099', 2099],
  ['2100', null],
  ['12010', null],
  ['20101', null],
  ['1999/2010', 1999],
  ['soon', null],
  ['', null],
  [null, null],
])('the year in %j is %j', (field, year) => expect(yearIn(field)).toBe(year))

test.each([
  ['Why {Cats} land', 'Why Cats land'],
  ['A {\\"o} test', 'A ö test'],
  ['Why <i>cats</i> land', 'Why cats land'],
  ['{}', null],
  ['', null],
  [null, null],
])('the title %j is read as %j', (field, title) => expect(titleIn(field)).toBe(title))

test.each([
  ['Lovelace, Ada', 'Lovelace'],
  ['Ada Lovelace', 'Lovelace'],
  ['Lovelace A', 'Lovelace'],
  ['Lovelace A.-B.', 'Lovelace'],
  ['Lovelace ABC', 'Lovelace'],
  ['Lovelace ABCD', 'ABCD'],
  ['Ada van Lovelace', 'Lovelace'],
  ['von Neumann , John', 'von Neumann'],
  [', Ada', null],
  ['A. B.', 'B.'],
  ['A. B. C.', 'C.'],
  ['A.', 'A.'],
  ['', null],
  [null, null],
])('the family name in %j is %j', (name, family) => expect(familyNameIn(name)).toBe(family))
