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
  /** Tells this widget from all others on the page: the beginning of its elements' ids. */
  id: string
  client: HeadlessClient
  settings: Settings
  styles: Styles
  strings: Strings
  /** The project's settings: those of the last visit until the provider has answered, null on a first visit. */
  bootstrap: ProjectSettings | null
  state: FormState
  dispatch: Dispatch<Action>
  /** Tells the page what happened (WIRE §12). */
  emit: (event: WidgetEvent) => void
  /** Tells the page about a failure, and gives the sentence to show for it (SPEC §8). */
  explain: (error: unknown) => string
  /** Short news, such as 'Code resent'. */
  toast: Toasts
  /** Gives what a function makes, which is made once for this widget and closed when the widget ends. */
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
