import { hydrate } from '../../kit/browser/index.tsx'
import { ClaimForm } from './ClaimForm.tsx'

hydrate({ 'claim-form': ClaimForm })
