import { type HeadlessClient, UsageError } from '../../client/index.ts'
import type { Config } from '../../form/config/index.ts'
import type { Callbacks, WidgetEvent } from '../../form/events/index.ts'
import type { StringsOption } from '../../form/strings/index.ts'
import type { Presentation, Styles } from '../../form/theme/index.ts'
import {
  accountPage,
  checkMountOptions,
  consentPage,
  type Mounted,
  type MountOptions,
  mountWidget,
} from '../mount/index.ts'

export type PersistentMount = {
  /** Mounts the widget, or changes the one that is mounted. `root` is the document or shadow tree that it is in. */
  show: (options: MountOptions, root: Node) => void
  /** Unmounts the widget, if it is mounted. */
  remove: () => void
}

/**
 * The one widget of an element. Where an option changes that cannot change while the widget is mounted, it is mounted again.
 * @param mount may throw; the widget is not mounted then
 */
export const createPersistentMount = (mount: (options: MountOptions) => Mounted): PersistentMount => {
  let mounted: Mounted | null = null
  let mountedWith: readonly unknown[] = []
  const remove = (): void => {
    mounted?.unmount()
    mounted = null
  }
  return {
    show: (options, root) => {
      const { client, publicToken, baseUrl, nonce, element: _, ...changing } = options
      const fixed = [client, publicToken, baseUrl, nonce, changing.config?.enableShadowDOM ?? false, root]
      if (mounted !== null && fixed.every((part, place) => part === mountedWith[place])) {
        mounted.update(changing)
        return
      }
      remove()
      mounted = mount(options)
      mountedWith = fixed
    },
    remove,
  }
}

type Properties = {
  client?: HeadlessClient | undefined
  config?: Config | undefined
  styles?: Styles | undefined
  presentation?: Presentation | undefined
  strings?: StringsOption | undefined
  callbacks?: Callbacks | undefined
}

const propertyNames = ['client', 'config', 'styles', 'presentation', 'strings', 'callbacks'] as const
const attributeNames = ['public-token', 'base-url', 'config', 'styles', 'lang', 'color-scheme', 'shadow'] as const

/** The part of an element that its options are read from. */
type Source = Pick<HTMLElement, 'getAttribute' | 'lang' | 'nonce'>

type Context = {
  tagName: string
  /** Default URL of the provider. */
  baseUrl: string | undefined
}

/**
 * The options to mount with, from the attributes and properties of an element. A property wins over the attribute of its name.
 * Whether they are of the right kind is checked later. Pure.
 * @throws UsageError when an attribute should be JSON and is not
 */
export const readElementOptions = (
  source: Source,
  { client, config, styles, presentation, strings }: Omit<Properties, 'callbacks'>,
  { tagName, baseUrl }: Context,
): Omit<MountOptions, 'element' | 'elementId' | 'callbacks'> => {
  const json = (name: 'config' | 'styles'): unknown => readJson(source.getAttribute(name), name, tagName)
  const colorScheme = source.getAttribute('color-scheme') ?? undefined
  // Rules of the page do not reach a shadow tree, not even those with `!important`.
  const ownConfig = (config ?? json('config')) as Config | undefined
  const options: Record<keyof ReturnType<typeof readElementOptions>, unknown> = {
    nonce: source.nonce || undefined,
    client,
    publicToken: source.getAttribute('public-token') ?? undefined,
    baseUrl: client === undefined ? (source.getAttribute('base-url') ?? baseUrl) : undefined,
    config: { enableShadowDOM: source.getAttribute('shadow') !== 'false', ...ownConfig },
    styles: styles ?? json('styles'),
    presentation: colorScheme === undefined ? presentation : { ...presentation, colorScheme },
    strings: strings ?? (source.lang || undefined),
  }
  return options as ReturnType<typeof readElementOptions>
}

const readJson = (text: string | null, name: string, tagName: string): unknown => {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`The attribute ${name} of <${tagName}> is not JSON: ${text.slice(0, 60)}`)
  }
}

/** Initial screen of each element's widget. */
const begins = {
  'sign-in-widget': undefined,
  'sign-in-account': accountPage,
  'sign-in-identity-provider': consentPage,
}
type TagName = keyof typeof begins
type Defaults = { baseUrl?: string }

/**
 * Defines three elements: `<sign-in-widget public-token="…" base-url="…">`, `<sign-in-account>` for signed-in users, and
 * `<sign-in-identity-provider>` for third-party applications. Each mounts when connected, follows its attributes and properties, and
 * unmounts when disconnected. Dispatches bubbling `sign-in-event` and `sign-in-error`. Does nothing on a server, so that isomorphic code
 * may call it.
 * @param defaults values for elements that don't set them
 */
export const defineSignInElement = (defaults: Defaults = {}): void => {
  if (typeof customElements === 'undefined') return
  for (const tagName of Object.keys(begins) as TagName[]) {
    if (customElements.get(tagName) === undefined) customElements.define(tagName, createElementClass(tagName, defaults))
  }
}

const mountAs = (tagName: TagName) => (options: MountOptions) => {
  checkMountOptions(options, `<${tagName}>`)
  return mountWidget(options, `<${tagName}>`, begins[tagName])
}

/** The class is made in a function, because a server that imports this file has no `HTMLElement` to extend. */
const createElementClass = (tagName: TagName, { baseUrl }: Defaults) =>
  class SignInElement extends HTMLElement {
    static observedAttributes = attributeNames

    #properties: Properties = {}
    #kept = createPersistentMount(mountAs(tagName))
    #isScheduled = false

    constructor() {
      super()
      for (const name of propertyNames) {
        // A property that was set before the element was defined hides the accessor of the class.
        const early = Object.getOwnPropertyDescriptor(this, name)
        Object.defineProperty(this, name, {
          get: () => this.#properties[name],
          set: (value: never) => {
            this.#properties[name] = value
            this.#schedule()
          },
          enumerable: true,
          configurable: true,
        })
        if (early !== undefined) this.#properties[name] = early.value
      }
    }

    connectedCallback(): void {
      this.#schedule()
    }

    disconnectedCallback(): void {
      this.#schedule()
    }

    /** Called instead of the two above when `moveBefore` moves the element, which then stays mounted. */
    connectedMoveCallback(): void {}

    attributeChangedCallback(): void {
      this.#schedule()
    }

    /** Runs once after changes that happen together. An element that is moved in the page has left it and come back by then. */
    #schedule(): void {
      if (this.#isScheduled) return
      this.#isScheduled = true
      queueMicrotask(() => {
        this.#isScheduled = false
        this.#settle()
      })
    }

    #settle(): void {
      try {
        if (this.isConnected) this.#kept.show(this.#options(), this.getRootNode())
        else this.#kept.remove()
      } catch (error) {
        this.#kept.remove()
        // Unless the page calls `preventDefault`, the error is reported like any uncaught one.
        if (this.#dispatch('sign-in-error', error)) throw error
      }
    }

    #options(): MountOptions {
      const { callbacks, ...properties } = this.#properties
      return {
        ...readElementOptions(this, properties, { tagName, baseUrl }),
        element: this,
        callbacks: {
          onEvent: (event: WidgetEvent) => {
            callbacks?.onEvent?.(event)
            this.#dispatch('sign-in-event', event)
          },
          onError: (error: unknown) => {
            callbacks?.onError?.(error)
            this.#dispatch('sign-in-error', error)
          },
        },
      }
    }

    #dispatch(type: 'sign-in-event' | 'sign-in-error', detail: unknown): boolean {
      return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }))
    }
  }
