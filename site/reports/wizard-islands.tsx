import { hydrate } from '../browser/index.tsx'
import { Wizard } from './Wizard.tsx'

hydrate({ wizard: Wizard })
