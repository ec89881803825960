import { wakeIslands } from '../../kit/browser/index.tsx'

wakeIslands({ wizard: () => import('./Wizard.tsx').then(({ Wizard }) => Wizard) })
