import type { WidgetEvent } from '../../form/events/index.ts'
import { accountPage, checkMountOptions, consentPage, type MountOptions, mountWidget } from '../mount/index.ts'
import { createKeptMount } from './create-kept-mount.ts'
import { attributeNames, type Properties, propertyNames, readElementOptions } from './element-options.ts'

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
    #kept = createKeptMount(mountAs(tagName))
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
