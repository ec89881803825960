import { hydrate } from '../browser/index.tsx'
import { Account } from './browser/index.tsx'

hydrate({ account: Account })
