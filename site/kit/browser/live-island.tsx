import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { idsOf } from './island-ids.ts'

/** Props of an island in the browser: the server's props, and the form's content at hydration. */
export type IslandProps<Props> = Props & { typedBefore?: FormData }

/**
 * Hydrates an island. A form island gets the current content of its fields as `typedBefore`, because hydration resets them to their initial
 * values. An island that throws is restored to the server's markup without affecting others.
 * @returns resolves when the island is interactive
 */
export const makeLive = (element: HTMLElement, Part: ComponentType<never>): Promise<void> =>
  new Promise(resolve => {
    const { island = '', props = '{}' } = element.dataset
    const form = element.querySelector('form')
    const typedBefore = form === null ? undefined : new FormData(form)
    const given: object = { ...JSON.parse(props), typedBefore }
    const Live = Part as ComponentType<object>
    hydrateRoot(
      element,
      <Guard asSent={[...element.cloneNode(true).childNodes]} settle={resolve}>
        <Live {...given} />
      </Guard>,
      { identifierPrefix: idsOf(island) },
    )
  })

type GuardProps = { asSent: readonly Node[]; settle: () => void; children: ReactNode }

/** Error boundary of an island. React logs the error to the console. */
class Guard extends Component<GuardProps, { failed: boolean }> {
  static getDerivedStateFromError = () => ({ failed: true })
  override state = { failed: false }

  override render() {
    const { asSent, settle, children } = this.props
    return <Settled settle={settle}>{this.state.failed ? <AsSent nodes={asSent} /> : children}</Settled>
  }
}

/** Signals that the content is rendered and its effects have run. */
const Settled = ({ settle, children }: Omit<GuardProps, 'asSent'>) => {
  useEffect(settle, [settle])
  return children
}

/** The server's markup with the input so far: its forms and links work without hydration. */
const AsSent = ({ nodes }: { nodes: readonly Node[] }) => (
  <div style={{ display: 'contents' }} ref={place => place?.replaceChildren(...nodes)} />
)
