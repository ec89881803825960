import { hydrate } from '../browser/index.tsx'
import { WatchList } from './WatchList.tsx'

hydrate({ 'watch-list': WatchList })
