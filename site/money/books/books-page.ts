import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import type { BooksPage } from './BooksPage.tsx'
import type { BooksPageModel } from './model.ts'

export const booksPage = definePage({
  name: 'books',
  component: markup<typeof BooksPage>('money/books/BooksPage.tsx'),
  head: ({ of }: BooksPageModel, origin) => ({
    title: `${of === null ? 'Ledger' : of === 'pool' ? 'Ledger of the pool' : `Ledger of ${of.title}`} · Corroborate`,
    description: 'All contributions, awards, refunds and payouts for reproductions.',
    canonical: `${origin}${paths.books()}`,
    ...(of !== null && { meta: [{ name: 'robots', content: 'noindex' }] }),
  }),
  islands: null,
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_100,
})
