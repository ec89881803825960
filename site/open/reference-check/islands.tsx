import { wakeIslands } from '../../kit/browser/index.tsx'

wakeIslands({
  'check-form': () => import('./CheckForm.tsx').then(({ CheckForm }) => CheckForm),
  'check-raised': () => import('./Raised.tsx').then(({ Raised }) => Raised),
})
