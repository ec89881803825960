import { wakeIslands } from '../../kit/browser/index.tsx'

wakeIslands({
  account: () => import('./browser/index.tsx').then(({ Account }) => Account),
  consent: () => import('./browser/index.tsx').then(({ Consent }) => Consent),
})
