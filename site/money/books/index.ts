export type { BooksPageModel } from './model.ts'
