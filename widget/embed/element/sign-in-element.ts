import { type HeadlessClient, UsageError } from '../../client/index.ts'
import type { Config } from '../../form/config/index.ts'
import type { Callbacks, WidgetEvent } from '../../form/context/index.ts'
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

/** What a page sets on the element, beside its attributes. */
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

/** What each element mounts. */
const mounts = {
  'sign-in-widget': mountWidget,
  'sign-in-account': (options: MountOptions, caller: string) => mountWidget(options, caller, accountPage),
  'sign-in-identity-provider': (options: MountOptions, caller: string) => mountWidget(options, caller, consentPage),
}
type TagName = keyof typeof mounts

/**
 * Makes `<sign-in-widget public-token="…" base-url="…">` known to the page, `<sign-in-account>` for who is signed in, and
 * `<sign-in-identity-provider>` for what other applications ask. Each mounts when it is on the page, follows its attributes and properties, and unmounts when it leaves. Dispatches `sign-in-event` and `sign-in-error`,
 * which bubble.
 * @param defaults What an element that says nothing itself takes.
 */
export const defineSignInElement = (defaults: { baseUrl?: string } = {}): void => {
  for (const tagName of Object.keys(mounts) as TagName[]) {
    if (customElements.get(tagName) === undefined) customElements.define(tagName, makeElementClass(tagName, defaults))
  }
}

/** A class made here, because there is no `HTMLElement` to extend where a server imports this. */
const makeElementClass = (tagName: TagName, defaults: { baseUrl?: string }) =>
  class SignInElement extends HTMLElement {
    static observedAttributes = attributeNames

    #properties: Properties = {}
    #mounted: Mounted | null = null
    /** What cannot change while mounted: another value mounts the widget again. */
    #mountedWith: readonly unknown[] = []
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
        if (this.isConnected) this.#render()
        else this.#unmount()
      } catch (error) {
        this.#unmount()
        // Unless the page calls `preventDefault`, the error is reported like any uncaught one.
        if (this.#dispatch('sign-in-error', error)) throw error
      }
    }

    #render(): void {
      const options = this.#options()
      const { client, publicToken, baseUrl, nonce, element: _, ...changing } = options
      const isShadow = changing.config?.enableShadowDOM ?? false
      const identity = [client, publicToken, baseUrl, nonce, isShadow, this.getRootNode()]
      if (this.#mounted !== null && identity.every((part, place) => part === this.#mountedWith[place])) {
        this.#mounted.update(changing)
        return
      }
      this.#unmount()
      checkMountOptions(options, `<${tagName}>`)
      this.#mounted = mounts[tagName](options, `<${tagName}>`)
      this.#mountedWith = identity
    }

    #unmount(): void {
      this.#mounted?.unmount()
      this.#mounted = null
    }

    #options(): MountOptions {
      const { client, config, styles, presentation, strings, callbacks } = this.#properties
      const publicToken = this.getAttribute('public-token') ?? undefined
      const colorScheme = this.getAttribute('color-scheme') ?? undefined
      const ownConfig = config ?? this.#json('config')
      const options: Record<keyof MountOptions & string, unknown> = {
        element: this,
        elementId: undefined,
        nonce: this.nonce || undefined,
        client,
        publicToken,
        baseUrl: client === undefined ? (this.getAttribute('base-url') ?? defaults.baseUrl) : undefined,
        config: this.hasAttribute('shadow') ? { ...(ownConfig as Config), enableShadowDOM: true } : ownConfig,
        styles: styles ?? this.#json('styles'),
        presentation: colorScheme === undefined ? presentation : { ...presentation, colorScheme },
        strings: strings ?? (this.lang || undefined),
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
      return options as MountOptions
    }

    #json(name: 'config' | 'styles'): unknown {
      const text = this.getAttribute(name)
      if (text === null) return undefined
      try {
        return JSON.parse(text)
      } catch {
        throw new UsageError(`The attribute ${name} of <${tagName}> is not JSON: ${text.slice(0, 60)}`)
      }
    }

    #dispatch(type: 'sign-in-event' | 'sign-in-error', detail: unknown): boolean {
      return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }))
    }
  }
