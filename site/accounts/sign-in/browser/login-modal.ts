import { type Mounted, type MountOptions, mountLogin, mountResetPassword } from '@corroborate/widget'
import { siteStorageKeys } from '@corroborate/wire/storage'
import type { CloseMethod } from '../../../kit/analytics/events.ts'
import { track } from '../../../kit/analytics/track.ts'
import { pageSettings } from '../../../kit/browser/index.ts'
import { sameOriginPath } from '../../../kit/doi/index.ts'
import {
  dropPendingAction,
  newLogin,
  type PendingActionKind,
  storePendingAction,
} from '../../pending-actions/browser/wish.ts'
import { completeLogin } from './complete-login.ts'
import { confirmSession, owesSecond, signInClient } from './confirm-session.ts'
import { focusFirst } from './focus-first.ts'
import { loginIn, noteLeftLogin, recordRequestedLink, resultOf, takeRequestedLink } from './login-result.ts'
import { deleteSessionToken, type MailWay, storedWay, storeReturn, storeWay } from './stored-session.ts'
import {
  authenticateUrl,
  isResetDemand,
  isWorthLogging,
  offersGoogle,
  widgetConfig,
  widgetLook,
} from './widget-config.ts'

/** SPEC §9. */
const focusAfterMs = 100
/** SPEC §8, "Login". */
const remountAfterMs = 300
/** Time for which the success message is shown, and its maximum wait. */
const seenForMs = 1_000
const longestUnseenMs = 2_000
/** Maximum delay of the form on the first visit while the project's configuration loads. */
const longestUnknownMs = 1_000

const after = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** Prefetches the project's configuration before the modal opens. */
export const prepareLogin = (): void => void signInClient().bootstrap()

/** Opens the login modal. Afterwards the reader returns here, or to the link's own target. */
export const openLogin = (link: HTMLAnchorElement): void => {
  const path = new URL(link.href).searchParams.get('redirect_url')
  const isHeader = link.id === 'login-link' && sameOriginPath(location.href, location.origin) !== null
  storeReturn(path === null || isHeader ? location.href : location.origin + path)
  // Set here rather than in the button, which may not be hydrated when it is pressed.
  const { wish, doi } = link.dataset
  openModal(wish === undefined ? newLogin() : storePendingAction({ kind: wish as PendingActionKind, about: doi ?? '' }))
}

/** Opens the login modal by itself, for the login of this nonce. Afterwards the reader is back on this page. */
export const openLoginHere = (login: string): void => {
  storeReturn(location.href)
  openModal(login)
}

const openModal = (login: string): void =>
  open(login, modal => {
    closeWhenSignedIn(modal)
    void showLogin(modal, storedWay())
  })

/** Prompts for the second factor of a returning user with only the first one. The provider confirms that it is still required. */
export const resumeSecondFactor = async (): Promise<void> => {
  const client = signInClient()
  await confirmSession(client).catch(() => undefined)
  if (!owesSecond(client)) return
  deleteSessionToken()
  openSecondFactor()
}

/**
 * Asks for the second factor, where the form's session has proved the first.
 * @param first how it was proved, where that is known, and the nonce of the login that it belongs to
 * @param onLeft called when the person closes it without
 */
export const openSecondFactor = (
  { method, login = null }: { method?: string; login?: string | null } = {},
  onLeft?: () => void,
): void =>
  open(login, modal => {
    modal.method = method
    modal.dialog.addEventListener('close', () => modal.isFinished || onLeft?.())
    closeWhenSignedIn(modal)
    mount(modal, options => mountLogin({ ...options, config: configFor(storedWay()) }))
  })

/** Opens the form for a new password (SPEC §2, "Query parameters on any page"). */
export const openReset = async (token: string): Promise<void> => {
  const asked = await takeRequestedLink(token)
  open(asked?.login ?? null, modal => showReset(modal, token))
}

type Modal = {
  /** The nonce of the login that the modal was opened for; null where this page did not start it. */
  login: string | null
  dialog: HTMLDialogElement
  body: HTMLElement
  mounted: Mounted | null
  /** Null: not by the reader. */
  closedBy: CloseMethod | null
  isFinished: boolean
  /** Method of the first factor, if only the second is requested. */
  method?: string | undefined
  /** Resolves once the widget shows the success message. */
  showsSuccess: Signal
  closed: Signal
}
type Login = NonNullable<ReturnType<typeof loginIn>>

/** Something that happens once. */
type Signal = { promise: Promise<void>; resolve: () => void }
const newSignal = (): Signal => {
  let resolve = (): void => {}
  const promise = new Promise<void>(happened => {
    resolve = happened
  })
  return { promise, resolve }
}

const open = (login: string | null, show: (modal: Modal) => void): void => {
  if (document.getElementById('login-modal') !== null) return
  const dialog = makeDialog()
  const body = dialog.querySelector<HTMLElement>('.login-modal-body')
  if (body === null) return
  const modal: Modal = {
    login,
    dialog,
    body,
    mounted: null,
    closedBy: 'close_button',
    isFinished: false,
    showsSuccess: newSignal(),
    closed: newSignal(),
  }
  listen(modal)
  // Where a scroll bar goes away, its place stays.
  dialog.classList.toggle('over-scrollbar', innerWidth > document.documentElement.clientWidth)
  document.body.append(dialog)
  dialog.showModal()
  show(modal)
}

const makeDialog = (): HTMLDialogElement => {
  const dialog = document.createElement('dialog')
  dialog.id = 'login-modal'
  dialog.ariaLabel = 'Sign up or log in'
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'login-modal-close'
  close.ariaLabel = 'Close'
  close.textContent = '×'
  close.addEventListener('click', () => dialog.close())
  const body = document.createElement('div')
  body.className = 'login-modal-body'
  dialog.append(close, body)
  return dialog
}

const listen = (modal: Modal): void => {
  const { dialog } = modal
  // A press that begins inside, to mark some text, and ends outside is no wish to leave.
  let pressedOutside = false
  dialog.addEventListener('pointerdown', event => {
    pressedOutside = event.target === dialog
  })
  dialog.addEventListener('click', event => {
    if (event.target !== dialog || !pressedOutside) return
    modal.closedBy = 'outside_click'
    dialog.close()
  })
  dialog.addEventListener('cancel', () => {
    modal.closedBy = 'escape'
  })
  dialog.addEventListener('close', () => {
    modal.closed.resolve()
    modal.mounted?.unmount()
    dialog.remove()
    if (modal.closedBy === null) return
    if (modal.login !== null) dropPendingAction(modal.login)
    void track('Login Modal Closed', { method: modal.closedBy })
    // A user who cancels between the two factors is not prompted on the next page.
    const client = signInClient()
    if (owesSecond(client)) client.session.revoke({ forceClear: true }).catch(() => undefined)
  })
}

/** Closes the modal after a sign-in in another tab, such as by the magic link just sent. */
const closeWhenSignedIn = (modal: Modal): void => {
  const look = ({ key, newValue }: StorageEvent): void => {
    if (key !== siteStorageKeys.sessionToken || newValue === null) return
    modal.closedBy = null
    modal.dialog.close()
  }
  addEventListener('storage', look)
  modal.dialog.addEventListener('close', () => removeEventListener('storage', look))
}

const showLogin = async (modal: Modal, way: MailWay): Promise<void> => {
  const google = await hasGoogle()
  if (!modal.dialog.open) return
  mount(modal, options => mountLogin({ ...options, config: configFor(way, { google }) }))
  modal.dialog.querySelector('.login-modal-way')?.remove()
  modal.dialog.append(waySwitch(modal, way === 'link' ? 'code' : 'link'))
}

const hasGoogle = async (): Promise<boolean> => {
  const client = signInClient()
  // Cached configuration from the last visit suffices. Hovering or focusing the link has already started the request.
  const settings = client.bootstrapSync() ?? (await Promise.race([client.bootstrap(), after(longestUnknownMs)]))
  return settings !== undefined && offersGoogle(settings, globalThis, landing())
}

/** Switch between magic links and OTPs, since the widget supports only one at a time. Shown next to the email field only. */
const waySwitch = (modal: Modal, other: MailWay): HTMLElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'login-modal-way'
  button.textContent = other === 'code' ? 'Get a code by email instead' : 'Get a link by email instead'
  button.addEventListener('click', () => {
    storeWay(other)
    void showLogin(modal, other)
  })
  return button
}

const showReset = (modal: Modal, token: string): void => {
  mount(
    modal,
    options => mountResetPassword({ ...options, config: configFor('link'), passwordResetToken: token }),
    error => {
      if (isResetDemand(error)) setTimeout(() => modal.dialog.open && showReset(modal, token), remountAfterMs)
    },
  )
}

type Common = Pick<MountOptions, 'element' | 'client' | 'nonce' | 'styles' | 'presentation' | 'callbacks'>

/** Puts a form of the widget into the modal, in place of the one before. */
const mount = (modal: Modal, make: (options: Common) => Mounted, onTrouble?: (error: unknown) => void): void => {
  modal.mounted?.unmount()
  modal.mounted = make({
    element: modal.body,
    client: signInClient(),
    ...widgetLook(),
    callbacks: {
      onEvent: event => {
        const linkId = mailsLink.has(event.type) ? linkIdIn(event.data) : null
        if (linkId !== null) recordRequestedLink(linkId, modal.login)
        if (event.type === 'OAUTH_LOGIN_START') noteLeftLogin(modal.login)
        const isShown = event.type === 'AUTHENTICATE_FLOW_COMPLETE'
        if (isShown) modal.showsSuccess.resolve()
        const login = loginIn(event) ?? (isShown ? loginOfClient() : null)
        if (login !== null) void finish(modal, login)
      },
      onError: error => {
        onTrouble?.(error)
        // biome-ignore lint/suspicious/noConsole: the widget tells the reader; this is for the people who run the site.
        if (isWorthLogging(error)) console.warn('Signing in:', error)
      },
    },
  })
  setTimeout(() => focusFirst(modal), focusAfterMs)
}

const mailsLink: ReadonlySet<string> = new Set(['MAGIC_LINK_LOGIN_OR_CREATE', 'PASSWORD_RESET_BY_EMAIL_START'])

/** Returns the ID by which this browser recognizes the magic link. */
const linkIdIn = (data: unknown): string | null => {
  const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'link_id') : null
  return typeof id === 'string' ? id : null
}

/** Returns the login by a password-reset link without a new password, which the widget reports only at the end. */
const loginOfClient = (): Login | null => {
  const { session, user } = signInClient()
  const found = user.getSync()
  const token = session.getTokens()?.session_token
  const result = resultOf({ status_code: 200, session_token: token, user_id: found?.user_id, user: found ?? undefined })
  return result === null ? null : { method: 'magic_link', result }
}

const finish = async (modal: Modal, { method, result }: Login): Promise<void> => {
  if (modal.isFinished) return
  modal.isFinished = true
  // From here on, closing is not a cancellation.
  modal.closedBy = null
  await completeLogin(result, { method: modal.method ?? method, login: modal.login, seen: whenSeen(modal) })
  modal.dialog.close()
}

/** Resolves when the success message was shown, or the modal was closed. */
const whenSeen = ({ showsSuccess, closed }: Modal): Promise<void> => {
  const shown = Promise.race([showsSuccess.promise, after(longestUnseenMs)])
  return Promise.race([shown.then(() => after(seenForMs)), closed.promise])
}

/** Redirect URL of magic links and social sign-in. */
const landing = (): string => authenticateUrl(location, pageSettings().origin)
const configFor = (way: MailWay, offered: { google?: boolean } = {}) => widgetConfig(way, landing(), offered)
