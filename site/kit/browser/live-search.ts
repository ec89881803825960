import { SearchBox } from '../../finding/search-box/index.tsx'
import { hydrate } from './hydrate.ts'

/** Makes the search box of this page live. */
export const liveSearch = (): void => hydrate({ search: SearchBox })
