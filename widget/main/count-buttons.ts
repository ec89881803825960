import type { Settings } from '../form/config/index.ts'
import { type Manifest, manifests, type ProductName } from '../products/index.ts'

/** How many buttons a product draws on Main with the options of this page. */
export const countButtons = (product: ProductName, settings: Settings): number => {
  const { buttons, optionsKey }: Manifest = manifests[product]
  return buttons?.count(settings[optionsKey as keyof Settings] as never) ?? 0
}
