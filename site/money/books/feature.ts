import { paths } from '../../kit/doi/index.ts'
import type { Feature } from '../../kit/feature/index.ts'
import { createNamePaper } from '../../paper/papers/index.ts'
import { booksPage } from './books-page.ts'
import { createBooksCalls } from './calls.ts'
import type { BookTables } from './read-books.ts'

/** The books of all money, open to everybody. */
export const booksFeature = {
  migrations: [],
  limits: {},
  pages: [booksPage],
  paperSection: null,
  moderated: null,
  attempts: null,
  notes: null,
  moveToAccount: null,
  noteProof: null,
  deleteAccount: null,
  mine: null,
  exportOf: null,
  open: ({ db, pages, papers, stripe }) => {
    const namePaper = createNamePaper(papers.facts)
    const calls = createBooksCalls({ db, pages, namePaper, isSandbox: stripe?.isSandbox ?? false })
    return {
      jobs: {},
      middleware: [],
      routes: {
        [paths.books()]: { GET: calls.page },
        [paths.booksFile('csv')]: { GET: calls.csv },
        [paths.booksFile('json')]: { GET: calls.json },
      },
      paperRoutes: {},
    }
  },
} as const satisfies Feature<BookTables, Record<never, never>, Record<never, never>, null>
