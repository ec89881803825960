import { hydrate } from '../browser/index.tsx'
import { PoolFund } from './PoolFund.tsx'

hydrate({ fund: PoolFund })
