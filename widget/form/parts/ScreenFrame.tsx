import { type ReactNode, useEffect, useRef } from 'react'
import { useWidget } from '../context/index.ts'

export const Divider = () => {
  const { strings } = useWidget()
  return <div className="siw-divider">{strings.common.or}</div>
}

type Props = {
  heading?: string
  /** Shows the arrow that leads back to Main. */
  back?: boolean
  /** Additional handler of the back arrow. */
  onBack?: () => void
  children: ReactNode
}

/**
 * The frame of every screen: back arrow, heading, content. When it replaces another screen, the focus
 * moves to its first field, or to the heading when there is no field.
 */
export const ScreenFrame = ({ heading, back = false, onBack, children }: Props) => {
  const { strings, state, dispatch } = useWidget()
  const frame = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is mounted.
  useEffect(() => {
    // The first screen takes no focus: the person may be using another part of the page.
    if (!state.hasMoved) return
    const target =
      frame.current?.querySelector<HTMLElement>('input:not([readonly]):not([type=hidden])') ??
      frame.current?.querySelector<HTMLElement>('h2')
    target?.focus()
  }, [])

  return (
    <div className="siw-screen" ref={frame}>
      {back && (
        <button
          type="button"
          className="siw-back"
          aria-label={strings.common.back}
          onClick={() => {
            onBack?.()
            dispatch({ type: 'transition', screen: 'Main' })
          }}
        >
          <svg className="siw-icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M20 12H5m6-7-7 7 7 7" />
          </svg>
        </button>
      )}
      {heading !== undefined && (
        <h2 className="siw-heading" tabIndex={-1}>
          {heading}
        </h2>
      )}
      {children}
    </div>
  )
}
