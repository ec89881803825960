import { buildIdentityIfChanged } from '../identity/build-if-changed.ts'
import { buildWidgetIfChanged } from '../widget/build-if-changed.ts'
import { orSayWhy } from './or-say-why.ts'

/** Starts the identity provider alone: `npm start -w identity`. */
await orSayWhy(async () => {
  await buildWidgetIfChanged()
  await buildIdentityIfChanged()
})
await import('../identity/start.ts')
