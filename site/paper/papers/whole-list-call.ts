import { addressOf, HttpProblem } from '@corroborate/server-kit/http'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import type { Person } from '../../kit/people/index.ts'
import type { Papers } from './create-papers.ts'
import { wholeListPage } from './whole-list-page.ts'
import { wholeLists } from './whole-lists.ts'

type Options = { papers: Pick<Papers<Person | null>, 'page'>; pages: Pick<Pages, 'show'> }

/** GET /{doi}/all/authors, /{doi}/all/known: the whole of a list, page by page. */
export const createWholeListCall =
  ({ papers, pages }: Options): DoiHandler =>
  async (c, doi, list) => {
    if (list !== 'authors' && list !== 'known') throw nothingHere()
    const result = await papers.page(doi, null, addressOf(c))
    if (result.kind !== 'page') throw nothingHere()
    const page = wholeLists(result.model, list)[pageIn(c.req.query('page')) - 1]
    if (page === undefined) throw nothingHere()
    return pages.show(c, wholeListPage, page)
  }

/** `?page=2` → 2; defaults to 1. Invalid numbers have no page. */
const pageIn = (text: string | undefined): number => {
  if (text === undefined) return 1
  if (!/^[1-9]\d{0,5}$/.test(text)) throw nothingHere()
  return Number(text)
}

const nothingHere = (): HttpProblem => new HttpProblem(404, 'List not found. See the paper’s page.')
