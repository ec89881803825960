import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { createNamePaper } from '../../paper/papers/index.ts'
import type { WithStripe } from '../stripe/index.ts'
import { booksPage } from './books-page.ts'
import { createBooksCalls } from './calls.ts'
import type { BookTables } from './read-books.ts'

/** Public ledger of all money. */
export const booksFeature = defineFeature<BookTables, NoJobs, WithPapers & WithStripe>()({
  pages: [booksPage],
  open: ({ db, pages, papers, stripe }) => {
    const namePaper = createNamePaper(papers.facts)
    const calls = createBooksCalls({ db, pages, namePaper, isSandbox: stripe?.isSandbox ?? false })
    return {
      routes: {
        [paths.books()]: { GET: calls.page },
        [paths.booksFile('csv')]: { GET: calls.csv },
        [paths.booksFile('json')]: { GET: calls.json },
      },
    }
  },
})
