import { createContext, type Dispatch, useContext } from 'react'
import type { HeadlessClient, ProjectSettings } from '../../client/index.ts'
import type { Settings } from '../config/index.ts'
import type { WidgetEvent } from '../events/index.ts'
import type { Action, FormState } from '../state/index.ts'
import type { Strings } from '../strings/index.ts'
import type { Styles } from '../theme/index.ts'
import type { Toasts } from './toasts.ts'

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
