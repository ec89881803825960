import { Activity, Component, type ReactNode, StrictMode, Suspense, startTransition, use, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Account, SignIn, type SignInProps } from '../index.tsx'

/** Variants of the tree, which tests change like a rerendering parent. */
type Look = {
  part: 'SignIn' | 'Account'
  /** Properties that can travel into the page. Every render hands on new objects, as parents do. */
  props: Omit<SignInProps, 'client' | 'callbacks'>
  /** Prefix of the events recorded by this render's callbacks. */
  hears: string
  isHidden: boolean
  /** The form has a sibling that is shown once `arrive` was called with this name. */
  waitsFor: string | null
}

const arrivals = new Map<string, { promise: Promise<void>; resolve: () => void }>()
const arrivalOf = (name: string) => {
  const known = arrivals.get(name) ?? Promise.withResolvers<void>()
  arrivals.set(name, known)
  return known
}

const Sibling = ({ name }: { name: string }) => {
  use(arrivalOf(name).promise)
  return <p id="sibling">{name}</p>
}

/** Shows a render error until `retry` changes. */
class Boundary extends Component<{ retry: unknown; children: ReactNode }, { error: Error | null; of: unknown }> {
  override state: { error: Error | null; of: unknown } = { error: null, of: null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  static getDerivedStateFromProps = ({ retry }: { retry: unknown }, { of }: { of: unknown }) =>
    retry === of ? null : { error: null, of: retry }
  override render() {
    return this.state.error === null ? this.props.children : <p role="alert">{this.state.error.message}</p>
  }
}

const parts = { SignIn, Account }

const api = {
  heard: [] as string[],
  /** Renders the tree. Gives a function that unmounts it. */
  render: (element: Element, first: Partial<Look> & { isStrict?: boolean } = {}) => {
    const Tree = () => {
      const [look, setLook] = useState<Look>({
        part: 'SignIn',
        props: {},
        hears: 'first',
        isHidden: false,
        waitsFor: null,
        ...first,
      })
      api.change = changes => setLook(now => ({ ...now, ...changes }))
      const Part = parts[look.part]
      return (
        <Boundary retry={look}>
          <Suspense fallback={<p id="fallback">A moment, please.</p>}>
            <Activity mode={look.isHidden ? 'hidden' : 'visible'}>
              <Part
                publicToken="p"
                baseUrl="https://identity.example.test"
                {...structuredClone(look.props)}
                callbacks={{ onEvent: ({ type }) => void api.heard.push(`${look.hears} ${type}`) }}
              />
            </Activity>
            {look.waitsFor !== null && <Sibling name={look.waitsFor} />}
          </Suspense>
        </Boundary>
      )
    }
    const root = createRoot(element, { onCaughtError: () => undefined })
    root.render(
      first.isStrict ? (
        <StrictMode>
          <Tree />
        </StrictMode>
      ) : (
        <Tree />
      ),
    )
    return () => root.unmount()
  },
  change: (_: Partial<Look>): void => undefined,
  changeInTransition: (changes: Partial<Look>) => startTransition(() => api.change(changes)),
  arrive: (name: string) => arrivalOf(name).resolve(),
}

declare global {
  interface Window {
    tree: typeof api
  }
}
window.tree = api
