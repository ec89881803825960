import type { Settings } from '../form/config/index.ts'
import { type Manifest, manifests, type ProductName } from '../products/index.ts'

/** Returns the number of a product's buttons on Main with the page's options. */
export const countButtons = (product: ProductName, settings: Settings): number => {
  const { buttons, optionsKey }: Manifest = manifests[product]
  return buttons?.count(settings[optionsKey as keyof Settings] as never) ?? 0
}
