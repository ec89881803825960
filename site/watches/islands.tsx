import { hydrate } from '../browser/index.tsx'
import { Passkeys } from '../sign-in/index.tsx'
import { WatchList } from './WatchList.tsx'

hydrate({ passkeys: Passkeys, 'watch-list': WatchList })
