export { booksPage } from './books-page.ts'
export type { BooksPageModel } from './model.ts'
