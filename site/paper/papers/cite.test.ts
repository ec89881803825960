import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { dois } from '../../kit/doi/testing/index.ts'
import { nothingKnown } from '../known/index.ts'
import { cite, cslItem, cslName } from './cite-call.ts'
import type { PaperFacts } from './facts-store.ts'

const facts = (given: Partial<PaperFacts> = {}): PaperFacts => ({
  doi: doiFromText('10.1000/a_b') as Doi,
  title: 'Effects of 50% & more: {α}_x',
  authors: [
    { name: 'Ludwig van Beethoven', orcid: '0000-0002-1825-0097' },
    { name: 'The LIGO Collaboration', orcid: null },
    { name: 'Plato', orcid: null },
    { name: 'Hopper, Grace', orcid: null },
  ],
  authorsTruncated: false,
  journal: 'Science & Society',
  year: 2015,
  type: 'article',
  retracted: null,
  details: null,
  source: 'import',
  fetchedAt: null,
  ...given,
})
const paper = facts()

describe('citation', () => {
  test('a citation is available as CSL-JSON', () => {
    const { body, contentType, filename } = cite(paper.doi, paper, nothingKnown, 'csl-json')
    expect(contentType).toBe('application/vnd.citationstyles.csl+json')
    expect(filename).toBe('10.1000_a_b.json')
    expect(JSON.parse(body)).toEqual([
      {
        id: 'https://doi.org/10.1000/a_b',
        type: 'article-journal',
        DOI: '10.1000/a_b',
        URL: 'https://doi.org/10.1000/a_b',
        title: 'Effects of 50% & more: {α}_x',
        author: [
          { family: 'van Beethoven', given: 'Ludwig', ORCID: 'https://orcid.org/0000-0002-1825-0097' },
          { literal: 'The LIGO Collaboration' },
          { literal: 'Plato' },
          { family: 'Hopper', given: 'Grace' },
        ],
        'container-title': 'Science & Society',
        issued: { 'date-parts': [[2015]] },
      },
    ])
  })

  test('a citation is available as BibTeX', () => {
    const { body, contentType, filename } = cite(paper.doi, paper, nothingKnown, 'bibtex')
    expect([contentType, filename]).toEqual(['application/x-bibtex; charset=utf-8', '10.1000_a_b.bib'])
    expect(body).toBe(
      [
        '@article{vanbeethoven2015effects,',
        '  title = {{Effects of 50\\% \\& more: \\textbraceleft{}α\\textbraceright{}\\_x}},',
        '  author = {van Beethoven, Ludwig and {The LIGO Collaboration} and {Plato} and Hopper, Grace},',
        '  journal = {Science \\& Society},',
        '  year = {2015},',
        '  doi = {10.1000/a_b},',
        '  url = {https://doi.org/10.1000/a_b}',
        '}',
        '',
      ].join('\n'),
    )
  })

  test('a citation is available as RIS', () => {
    const { body, contentType } = cite(paper.doi, facts({ title: 'Two\nlines\r\nER  - ' }), nothingKnown, 'ris')
    expect(contentType).toBe('application/x-research-info-systems; charset=utf-8')
    expect(body).toBe(
      [
        'TY  - JOUR',
        'AU  - van Beethoven, Ludwig',
        'AU  - The LIGO Collaboration',
        'AU  - Plato',
        'AU  - Hopper, Grace',
        'TI  - Two lines ER -',
        'JO  - Science & Society',
        'PY  - 2015',
        'DO  - 10.1000/a_b',
        'UR  - https://doi.org/10.1000/a_b',
        'ER  - ',
        '',
      ].join('\r\n'),
    )
  })

  test('a citation marks omitted authors', () => {
    const some = facts({ authorsTruncated: true })
    expect(cite(some.doi, some, nothingKnown, 'bibtex').body).toContain(' and {Plato} and Hopper, Grace and others},')
    expect(cite(some.doi, some, nothingKnown, 'ris').body).toContain(
      'N1  - Only the first 4 authors are named here.\r\nER',
    )
    expect(JSON.parse(cite(some.doi, some, nothingKnown, 'csl-json').body)).toMatchObject([
      { author: { length: 4 }, note: 'Only the first 4 authors are named here.' },
    ])
  })

  test.each([
    ['Martin Luther King Jr.', { family: 'King Jr.', given: 'Martin Luther' }],
    ['Maria de la Cruz', { family: 'de la Cruz', given: 'Maria' }],
    ['Van Nguyen', { family: 'Nguyen', given: 'Van' }],
    ['van Nguyen', { family: 'Nguyen', given: 'van' }],
    ['Martin Luther King', { family: 'King', given: 'Martin Luther' }],
    ['Hopper,Grace', { family: 'Hopper', given: 'Grace' }],
    ['Hopper ,  Grace', { family: 'Hopper', given: 'Grace' }],
    ['Hopper,', { literal: 'Hopper,' }],
    ['Ada  Lovelace', { family: 'Lovelace', given: 'Ada' }],
    ['Marthe Smith', { family: 'Smith', given: 'Marthe' }],
    ['Theodor Storm', { family: 'Storm', given: 'Theodor' }],
    ['The Beatles', { literal: 'The Beatles' }],
    ['One Two Three Four Five Six Seven', { family: 'Seven', given: 'One Two Three Four Five Six' }],
    ['One Two Three Four Five Six Seven Eight', { literal: 'One Two Three Four Five Six Seven Eight' }],
    ['王小明', { literal: '王小明' }],
    ['王 小明', { literal: '王 小明' }],
    ['Open Science Collaboration', { literal: 'Open Science Collaboration' }],
  ])('a citation splits the name %s', (name, author) => {
    expect(cslItem(paper.doi, facts({ authors: [{ name, orcid: null }] }), nothingKnown).author).toEqual([author])
  })

  test('a citation has no empty given name', () => {
    expect(cslName({ name: 'King Jr.', orcid: null })).not.toHaveProperty('given', '')
  })

  test.each([
    ['preprint', 'article', 'misc'],
    ['monograph', 'book', 'book'],
    ['book-chapter', 'chapter', 'incollection'],
    ['proceedings-article', 'paper-conference', 'inproceedings'],
    ['dissertation', 'thesis', 'phdthesis'],
    ['report', 'report', 'techreport'],
    ['dataset', 'dataset', 'misc'],
    ['something new', 'article-journal', 'article'],
    [null, 'article-journal', 'article'],
  ])('a citation of kind %s has the right types', (type, csl, bibtex) => {
    const some = facts({ type })
    expect(cslItem(some.doi, some, nothingKnown).type).toBe(csl)
    expect(cite(some.doi, some, nothingKnown, 'bibtex').body).toMatch(new RegExp(`^@${bibtex}\\{`))
  })

  test('a citation without recorded authors has none', () => {
    const some = facts({ authors: [], authorsTruncated: true })
    expect(cslItem(some.doi, some, nothingKnown)).not.toHaveProperty('author')
    expect(cslItem(some.doi, some, nothingKnown)).not.toHaveProperty('note')
    expect(cite(some.doi, some, nothingKnown, 'bibtex').body).not.toContain('author')
    expect(cite(some.doi, some, nothingKnown, 'ris').body).not.toMatch(/^(?:AU|N1)/m)
  })

  test('a citation of a retracted paper is marked as retracted', () => {
    const status = { ...nothingKnown, kind: 'retracted', date: '2020-06-05' } as const
    const note = 'Retracted on 5 June 2020.'
    expect(cslItem(paper.doi, paper, status)).toMatchObject({ status: 'retracted', note })
    expect(cite(paper.doi, paper, status, 'bibtex').body).toContain(`  note = {${note}}\n`)
    expect(cite(paper.doi, paper, status, 'ris').body).toContain(`N1  - ${note}\r\n`)
    expect(cslItem(paper.doi, paper, nothingKnown)).not.toHaveProperty('status')
  })

  test.each([
    ['10.1000/a()b', '10.1000_a_b.ris'],
    ['10.1000/a(-)', '10.1000_a.ris'],
    ['10.1000/a-(b)', '10.1000_a-_b.ris'],
    [`10.1000/${'a'.repeat(200)}`, `10.1000_${'a'.repeat(92)}.ris`],
  ])('the citation of %s has a portable file name', (text, filename) => {
    expect(cite(doiFromText(text) as Doi, paper, nothingKnown, 'ris').filename).toBe(filename)
  })

  test('a citation without a record contains the DOI', () => {
    expect(cite(paper.doi, null, nothingKnown, 'bibtex').body).toContain('doi = {10.1000/a_b}')
    expect(JSON.parse(cite(paper.doi, null, nothingKnown, 'csl-json').body)).toMatchObject([{ DOI: '10.1000/a_b' }])
  })

  test('every citation is one well-formed record', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('}', '{', '\\', '}\n@article{x,', '\r\nER  - ', '%', '"'),
    )
    fc.assert(
      fc.property(dois, text, fc.array(text), fc.option(text), (doi, title, names, journal) => {
        const made = facts({ doi, title, journal, authors: names.map(name => ({ name, orcid: null })) })
        const bibtex = cite(doi, made, nothingKnown, 'bibtex')
        // Without escapes, the braces pair up and the last one ends the entry.
        const braces = bibtex.body.replace(/\\[{}]/g, '').replace(/[^{}]/g, '')
        let depth = 0
        for (const [index, brace] of [...braces].entries()) {
          depth += brace === '{' ? 1 : -1
          expect(depth).toBeGreaterThanOrEqual(index === braces.length - 1 ? 0 : 1)
        }
        expect(depth).toBe(0)
        const ris = cite(doi, made, nothingKnown, 'ris')
        expect(ris.body.match(/^ER {2}- /gm)).toHaveLength(1)
        for (const line of ris.body.trimEnd().split('\r\n')) expect(line).toMatch(/^[A-Z][A-Z0-9] {2}-/)
        for (const { filename, contentType } of [bibtex, ris]) {
          expect(filename).toMatch(/^[a-z0-9][\w.-]*$/)
          new Headers({ 'content-disposition': `attachment; filename="${filename}"`, 'content-type': contentType })
        }
      }),
    )
  })
})
