import { hydrate } from '../../kit/browser/index.tsx'
import { WatchList } from './WatchList.tsx'

hydrate({ 'watch-list': WatchList })
