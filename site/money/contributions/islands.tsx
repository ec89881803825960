import { wakeIslands } from '../../kit/browser/index.tsx'

wakeIslands({ fund: () => import('./PoolFund.tsx').then(({ PoolFund }) => PoolFund) })
