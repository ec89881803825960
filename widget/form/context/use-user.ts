import { createContext, type Dispatch, type RefObject, useContext, useEffect, useId, useRef, useState } from 'react'
import type { ClientState, HeadlessClient, ProjectSettings, User } from '../../client/index.ts'
import type { Settings } from '../config/index.ts'
import type { WidgetEvent } from '../events/index.ts'
import type { Action, FormState } from '../state/index.ts'
import type { Strings } from '../strings/index.ts'
import type { Styles } from '../theme/index.ts'
import { useBeforePaint } from './use-before-paint.ts'

/** Toast notifications. Each method shows one and returns its ID, for dismissal or replacement. */
export type Toasts = {
  success: (text: string) => string
  error: (text: string) => string
  blank: (text: string) => string
  /** Stays until it is dismissed. */
  loading: (text: string) => string
  dismiss: (id: string) => void
}

/** All that a screen may use. */
export type Widget = {
  /** Unique ID prefix of this widget's elements. */
  id: string
  client: HeadlessClient
  settings: Settings
  styles: Styles
  strings: Strings
  /** The project's settings: those of the last visit until the provider has answered, null on a first visit. */
  bootstrap: ProjectSettings | null
  state: FormState
  dispatch: Dispatch<Action>
  /** Dispatches an event to the page (WIRE §12). */
  emit: (event: WidgetEvent) => void
  /** Reports an error to the page and returns the message to show (SPEC §8). */
  explain: (error: unknown) => string
  /** Short news, such as 'Code resent'. */
  toast: Toasts
  /** Returns a singleton of this widget by its factory, closed with the widget. */
  once: <Thing extends Closable>(make: (client: HeadlessClient) => Thing) => Thing
}

export type Closable = { close: () => void }

const WidgetContext = createContext<Widget | null>(null)

export const WidgetProvider = WidgetContext.Provider

/** The widget that this component is in. Throws outside of one. */
export const useWidget = (): Widget => {
  const widget = useContext(WidgetContext)
  if (widget === null) throw new Error('Internals not found!')
  return widget
}

/** An id that no other element of the page has. `useId` alone repeats itself where a page has several roots, or several Reacts. */
export const useElementId = (): string => `${useWidget().id}${useId()}`

/** Notifies the page once that the user is signed in and was shown so. */
export const useFlowComplete = (): void => {
  const { emit } = useWidget()
  const told = useRef(false)
  useEffect(() => {
    if (told.current) return
    told.current = true
    emit({ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} })
  }, [emit])
}

/** The value of the last render that is on the page, for work that began earlier. Renders that React throws away do not count. */
export const useNewest = <Value>(value: Value): RefObject<Value> => {
  const newest = useRef(value)
  useBeforePaint(() => {
    newest.current = value
  })
  return newest
}

/**
 * Returns the signed-in user; null if signed out, and while a second factor is missing. Undefined in the first render, since the client is
 * not used during rendering.
 */
export const useUser = (): User | null | undefined => useFromState(signedIn)

/** Returns the user whose second factor is missing; null for none. Undefined in the first render. */
export const usePendingUser = (): User | null | undefined => useFromState(pending)

const signedIn = ({ user }: ClientState) => user
const pending = (state: ClientState) => state.pending?.user ?? null

const useFromState = (read: (state: ClientState) => User | null): User | null | undefined => {
  const { client } = useWidget()
  const [user, setUser] = useState<User | null>()
  useBeforePaint(() => {
    setUser(read(client.getStateSync()))
    return client.onStateChange(state => setUser(read(state)))
  }, [client, read])
  return user
}
