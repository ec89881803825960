import { manifestList, signInProducts } from '../../products/index.ts'
import type { Shape } from '../../shape/index.ts'

/** Shape of `config` for validation. */
export const configShape: Shape = {
  fields: {
    products: { listOf: { oneOf: signInProducts } },
    ...Object.fromEntries(manifestList.map(({ optionsKey, optionsShape }) => [optionsKey, optionsShape])),
    sessionOptions: { fields: { sessionDurationMinutes: 'number' }, required: ['sessionDurationMinutes'] },
    authenticateByUrl: 'boolean',
    enableShadowDOM: 'boolean',
  },
}
