import { afterAll } from 'vitest'
import { openLiveIndex } from './live-index.ts'
import { searchWorks } from './search.ts'
import { describeSearch, searchedWorks, temporaryFolder, writeIndex } from './testing/index.ts'

const folder = temporaryFolder()
const file = folder.file('works.sqlite')
writeIndex(file, searchedWorks)
const live = openLiveIndex(file)
afterAll(() => {
  live.close()
  folder.remove()
})

const search = (query: string, limit = 5): string[] => {
  const state = live.get()
  if (state.kind !== 'open') throw new Error(`the index is ${state.kind}`)
  return searchWorks(state.index, query, { limit, budget: 15_000 }).map(({ doi }) => doi.replace('10.1000/', ''))
}

describeSearch(search, { runs: 300 })
