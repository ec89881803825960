import { manifests, type ProductName, type ProductScreen } from '../../products/index.ts'
import { ProductPart } from './ProductPart.tsx'

/** A screen of a product. */
export const ScreenView = ({ screen }: { screen: ProductScreen }) => (
  <ProductPart of={productOf(screen)}>
    {({ screens }) => {
      const Screen = screens[screen]
      return Screen && <Screen />
    }}
  </ProductPart>
)

const productOf = (screen: ProductScreen): ProductName => {
  const names = Object.keys(manifests) as ProductName[]
  const found = names.find(name => (manifests[name].screens as readonly string[]).includes(screen))
  return found as ProductName
}
