const kinds: Readonly<Record<string, string>> = {
  article: 'Article',
  'journal-article': 'Journal article',
  'article-journal': 'Journal article',
  'journal-volume': 'Journal volume',
  'journal-issue': 'Journal issue',
  review: 'Review article',
  preprint: 'Preprint',
  'posted-content': 'Preprint',
  letter: 'Letter',
  editorial: 'Editorial',
  erratum: 'Correction notice',
  retraction: 'Retraction notice',
  'proceedings-article': 'Conference paper',
  'conference-paper': 'Conference paper',
  'paper-conference': 'Conference paper',
  proceedings: 'Conference proceedings',
  book: 'Book',
  monograph: 'Book',
  'edited-book': 'Book',
  'reference-book': 'Reference book',
  'book-set': 'Book set',
  'book-chapter': 'Book chapter',
  'book-part': 'Book chapter',
  'book-section': 'Book chapter',
  chapter: 'Book chapter',
  'book-track': 'Book chapter',
  'book-series': 'Book series',
  'reference-entry': 'Reference entry',
  dissertation: 'Dissertation',
  report: 'Report',
  'report-component': 'Report',
  dataset: 'Dataset',
  software: 'Software',
  standard: 'Standard',
  grant: 'Grant',
  journal: 'Journal',
  'peer-review': 'Peer review',
  paratext: 'Front or back matter',
  'supplementary-materials': 'Supplementary material',
  libguides: 'Library guide',
}

/**
 * Formats a type of work from OpenAlex, Crossref or reference managers in any spelling (`book chapter`, `Book_Chapter`); null for "other"
 * and unknown types.
 */
export const workKind = (type: string | null): string | null => {
  const name =
    type
      ?.trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-') ?? ''
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null
}
