import { hydrate } from '../../kit/browser/index.tsx'
import { Wizard } from './Wizard.tsx'

hydrate({ wizard: Wizard })
