import { wakeIslands } from '../../kit/browser/index.tsx'

wakeIslands({
  'copy-hash': () => import('./CopyHash.tsx').then(({ CopyHash }) => CopyHash),
  print: () => import('./PrintButton.tsx').then(({ PrintButton }) => PrintButton),
  'check-file': () => import('./CheckFile.tsx').then(({ CheckFile }) => CheckFile),
})
