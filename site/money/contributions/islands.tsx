import { hydrate } from '../../kit/browser/index.tsx'
import { PoolFund } from './PoolFund.tsx'

hydrate({ fund: PoolFund })
