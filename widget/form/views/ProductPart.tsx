import { type ReactNode, useEffect, useState } from 'react'
import { manifests, type ProductExtra, type ProductName, type ProductScreen } from '../../products/index.ts'
import { useAttempt } from '../attempt/use-attempt.ts'
import { useBeforePaint, useWidget } from '../context/index.ts'
import { Alert, Button } from '../parts/index.ts'
import { useLoadedViews, type Views } from './views.ts'

type Props = {
  of: ProductName | ProductExtra
  /** Placeholder while the product is loading: a field label, and a number of empty buttons. */
  label?: string
  buttons?: number
  /** Fallback if the product cannot be loaded. */
  otherwise?: ReactNode
  /** Draws the part with the product's views, once they are loaded. */
  children: (views: Views) => ReactNode
}

/** A part of the form that a product draws. Shows that the product is loading; if that fails, shows why and a button to try again. */
export const ProductPart = ({ of, label, buttons = 1, otherwise, children }: Props) => {
  const { strings } = useWidget()
  const { now, load, attach } = useLoadedViews()
  const { error, run } = useAttempt()
  const [views, setViews] = useState(() => now(of))
  const bring = () => run(() => load(of), setViews)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the part is mounted.
  useEffect(() => {
    if (views === null) bring()
  }, [])

  useBeforePaint(() => (views?.styles ? attach(views.styles) : undefined), [views, attach])

  if (views !== null) return children(views)
  if (error !== undefined) {
    if (otherwise !== undefined) return otherwise
    return (
      <div className="siw-stack">
        <Alert>{error}</Alert>
        <Button look="secondary" onClick={bring}>
          {strings.common.tryAgain}
        </Button>
      </div>
    )
  }
  return (
    <div className="siw-stack" role="status" aria-label={strings.common.loading}>
      {label !== undefined && (
        <div className="siw-field">
          <div className="siw-label">{label}</div>
          <div className="siw-loading" />
        </div>
      )}
      {Array.from({ length: buttons }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders do not differ.
        <div key={place} className="siw-loading" />
      ))}
    </div>
  )
}

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
