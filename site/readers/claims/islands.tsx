import { wakeIslands } from '../../kit/browser/index.tsx'

wakeIslands({ 'claim-form': () => import('./ClaimForm.tsx').then(({ ClaimForm }) => ClaimForm) })
