import { manifestList, manifests } from '../../products/index.ts'
import type { Shape } from '../../shape/index.ts'

/** What `config` may hold, for the check of what a page gives us. */
export const configShape: Shape = {
  fields: {
    products: { listOf: { oneOf: Object.keys(manifests) } },
    ...Object.fromEntries(manifestList.map(({ optionsKey, optionsShape }) => [optionsKey, optionsShape])),
    sessionOptions: { fields: { sessionDurationMinutes: 'number' }, required: ['sessionDurationMinutes'] },
    enableShadowDOM: 'boolean',
  },
}
