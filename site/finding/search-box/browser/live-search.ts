import { hydrate } from '../../../kit/browser/index.tsx'
import { SearchBox } from '../SearchBox.tsx'

/** Makes the search box of this page live. */
export const liveSearch = (): void => hydrate({ search: SearchBox })
