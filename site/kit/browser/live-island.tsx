import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { idsOf } from './island-ids.ts'

/** What an island is given in the browser: what the server wrote into the page, and what its form held when it became live. */
export type IslandProps<Props> = Props & { typedBefore?: FormData }

/**
 * Hands an island's markup to React. An island that is a form is given what its fields hold by now, as `typedBefore`: becoming live
 * sets them to what they began with. An island that throws becomes what the server sent again, and disturbs no other.
 * @returns settles when the island answers
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

/** Keeps an error inside its island. React writes it to the browser's log. */
class Guard extends Component<GuardProps, { failed: boolean }> {
  static getDerivedStateFromError = () => ({ failed: true })
  override state = { failed: false }

  override render() {
    const { asSent, settle, children } = this.props
    return <Settled settle={settle}>{this.state.failed ? <AsSent nodes={asSent} /> : children}</Settled>
  }
}

/** Tells when what is inside is shown, and its effects have run. */
const Settled = ({ settle, children }: Omit<GuardProps, 'asSent'>) => {
  useEffect(settle, [settle])
  return children
}

/** The markup of before, with what was typed into it: its forms and links work by themselves. */
const AsSent = ({ nodes }: { nodes: readonly Node[] }) => (
  <div style={{ display: 'contents' }} ref={place => place?.replaceChildren(...nodes)} />
)
