import { createRoot } from 'react-dom/client'
import type { HeadlessClient } from '../../client/index.ts'
import type { FormState } from '../../form/state/index.ts'
import { bringStrings } from '../../form/strings/index.ts'
import { manifests } from '../../products/index.ts'
import { Widget } from '../../root/Widget.tsx'
import { findElement } from './find-element.ts'
import {
  checkMountOptions,
  checkWidgetOptions,
  clientFor,
  type MountOptions,
  type WidgetOptions,
} from './mount-options.ts'

export type Mounted = {
  /** The widget's client; destroyed with the widget unless the page provided it. */
  client: HeadlessClient
  /**
   * Changes some of the options; the others, and where the person is, stay. Whether there is a shadow tree is settled
   * when mounting. @throws UsageError
   */
  update: (options: WidgetOptions) => void
  /** Removes everything of the widget from the page. A second call does no harm. */
  unmount: () => void
}

const mounted = new WeakMap<Element, Mounted>()
let count = 0

/** Mounts the widget on Main or at `begin`, replacing a previous one in the element. @throws UsageError */
export const mountWidget = (options: MountOptions, caller: string, begin?: Partial<FormState>): Mounted => {
  const target = findElement(options, caller)
  const { client, release } = clientFor(options, caller)
  mounted.get(target)?.unmount()

  // Two copies of this script may be on one page, each with a count of its own.
  const id = `siw-${++count}-${Math.random().toString(36).slice(2, 8)}-`
  const container = document.createElement('div')
  // So that the page's rules for elements do not apply to it. Set by script, which no policy forbids.
  container.style.cssText = 'all: initial; display: block'
  target.append(container)
  // On our own element, not on the page's: a shadow tree cannot be removed from an element.
  const root = createRoot(options.config?.enableShadowDOM ? container.attachShadow({ mode: 'open' }) : container)
  let { config, styles, presentation, strings, callbacks }: WidgetOptions = options
  const render = (): void =>
    root.render(
      <Widget
        id={id}
        client={client}
        config={config}
        styles={styles}
        presentation={presentation}
        strings={strings}
        callbacks={callbacks}
        nonce={options.nonce}
        begin={begin}
      />,
    )

  let isMounted = true
  /** Renders at once, or after the strings are loaded, so that the form never changes its language visibly. */
  const show = (): void => {
    const coming = bringStrings(strings, client.baseUrl)
    if (coming === null) render()
    else void coming.then(() => isMounted && render())
  }
  const handle: Mounted = {
    client,
    update: changes => {
      checkWidgetOptions(changes, 'update')
      ;({ config, styles, presentation, strings, callbacks } = {
        config,
        styles,
        presentation,
        strings,
        callbacks,
        ...changes,
      } as WidgetOptions)
      if (isMounted) show()
    },
    unmount: () => {
      if (!isMounted) return
      isMounted = false
      root.unmount()
      container.remove()
      release()
      if (mounted.get(target) === handle) mounted.delete(target)
    },
  }
  mounted.set(target, handle)
  show()
  return handle
}

/**
 * Puts the sign-in form into an element of the page.
 * @throws UsageError when an option is unknown or of the wrong kind, or when there is no such element.
 */
export const mountLogin = (options: MountOptions): Mounted => {
  checkMountOptions(options, 'mountLogin')
  return mountWidget(options, 'mountLogin')
}

/**
 * Mounts the screens for signed-in users to create, rename and delete passkeys.
 * @throws UsageError
 */
export const mountPasskeyRegistration = (options: MountOptions): Mounted => {
  checkMountOptions(options, 'mountPasskeyRegistration')
  return mountWidget(options, 'mountPasskeyRegistration', { screen: 'PasskeyRegistrationStart' })
}

export const accountPage = { screen: 'Account' } as const

/**
 * Mounts the account page, on which signed-in users manage their account.
 * @throws UsageError
 */
export const mountAccount = (options: MountOptions): Mounted => {
  checkMountOptions(options, 'mountAccount')
  return mountWidget(options, 'mountAccount', accountPage)
}

export const consentPage = { screen: 'IDPConsent' } as const

/**
 * Mounts the consent screen on the page to which third-party applications redirect: signed-in users allow or deny the request in the page's
 * query, or log out.
 * @throws UsageError
 */
export const mountIdentityProvider = (options: MountOptions): Mounted => {
  checkMountOptions(options, 'mountIdentityProvider')
  return mountWidget(options, 'mountIdentityProvider', consentPage)
}

export type ResetPasswordOptions = MountOptions & {
  /** The link's `token`, for a page that has removed it from its URL. */
  passwordResetToken?: string
}

/**
 * Mounts the new password form on the target page of a mailed link. The link to log in without one does so at once. Removes the token from
 * the address bar.
 * @throws UsageError
 */
export const mountResetPassword = (options: ResetPasswordOptions): Mounted => {
  checkMountOptions(options, 'mountResetPassword', { passwordResetToken: 'string' })
  return mountWidget(
    options,
    'mountResetPassword',
    manifests.passwords.landing(location.href, options.passwordResetToken),
  )
}
