import type { WholeList } from '../../kit/doi/index.ts'
import { factsAPage } from '../known/index.ts'
import type { PaperPageModel } from './model.ts'
import type { WholeListModel } from './whole-list-model.ts'

const authorsAPage = 500

/** The pages of the whole of a list; none when it is empty. */
export const wholeLists = (model: PaperPageModel, list: WholeList): WholeListModel[] => {
  const size = list === 'authors' ? authorsAPage : factsAPage
  const all = list === 'authors' ? model.authors.length : model.known.facts.length
  const pages = Math.ceil(all / size)
  return Array.from({ length: pages }, (_, index): WholeListModel => {
    const before = index * size
    const shared = { doi: model.doi, title: model.title, all, before, page: index + 1, pages }
    return list === 'authors'
      ? { ...shared, list, items: model.authors.slice(before, before + size) }
      : { ...shared, list, items: model.known.facts.slice(before, before + size) }
  })
}
