import type { WholeList } from '../../kit/doi/index.ts'
import type { KnownFact } from '../known/index.ts'
import type { PaperPageModel } from './model.ts'

/** A page of a list that is too long for the paper's own page. */
export type WholeListModel = {
  doi: string
  title: string | null
  /** Length of the whole list, and number of items before this page. */
  all: number
  before: number
  page: number
  pages: number
} & ({ list: 'authors'; items: PaperPageModel['authors'] } | { list: 'known'; items: readonly KnownFact[] })

export const headings: Readonly<Record<WholeList, string>> = { authors: 'All authors', known: 'All evidence' }
