import type { WholeList } from '../../kit/doi/index.ts'
import type { KnownFact } from '../known/index.ts'
import type { PaperPageModel } from './model.ts'

/** A page of a list that is too long for the paper's own page. */
export type WholeListModel = {
  doi: string
  title: string | null
  /** How many the whole list has, and how many of them stand before this page. */
  all: number
  before: number
  page: number
  pages: number
} & ({ list: 'authors'; items: PaperPageModel['authors'] } | { list: 'known'; items: readonly KnownFact[] })

export const headings: Readonly<Record<WholeList, string>> = { authors: 'All authors', known: 'All that is known' }
