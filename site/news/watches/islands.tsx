import { wakeIslands } from '../../kit/browser/index.tsx'

wakeIslands({ 'watch-list': () => import('./WatchList.tsx').then(({ WatchList }) => WatchList) })
