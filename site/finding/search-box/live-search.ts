import { hydrate } from '../../kit/browser/hydrate.ts'
import { SearchBox } from './index.tsx'

/** Makes the search box of this page live. */
export const liveSearch = (): void => hydrate({ search: SearchBox })
