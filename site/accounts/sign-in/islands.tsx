import { hydrate } from '../../kit/browser/index.tsx'
import { Account, Consent } from './browser/index.tsx'

hydrate({ account: Account, consent: Consent })
