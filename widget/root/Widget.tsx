import { type ReactNode, type RefObject, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { callPage, type HeadlessClient, type ProjectSettings } from '../client/index.ts'
import { type Config, withDefaults } from '../form/config/index.ts'
import {
  type Closable,
  type Widget as CreateOnceWidget,
  type Widget as Internals,
  useBeforePaint,
  useNewest,
  useWidget,
  WidgetProvider,
} from '../form/context/index.ts'
import { messageOf } from '../form/errors/index.ts'
import type { Callbacks } from '../form/events/index.ts'
import { Alert } from '../form/parts/index.ts'
import { type FormState, initialState, reduce } from '../form/state/index.ts'
import { languageSpoken, type StringsOption, stringsOf } from '../form/strings/index.ts'
import { type Presentation, type Styles, themeVariables } from '../form/theme/index.ts'
import { createToasts, Toaster } from '../form/toasts/index.ts'
import { LoadedViewsProvider, ScreenView } from '../form/views/index.ts'
import { Main } from '../main/Main.tsx'
import { useCallbackParams } from './use-landing.ts'
import { createStyleSheets, type StyleSheets, useProducts } from './use-products.ts'
import { useSecondFactor } from './use-second-factor.ts'

type Props = {
  /** The element it is drawn in. */
  box: RefObject<HTMLDivElement | null>
  styles: Styles
  presentation: Presentation
  /** The language of the texts, where it is known. */
  language: string | undefined
  sheets: StyleSheets
  children: ReactNode
}

/** The widget's box, with its rules in the tree that it is in, and the page's theme on it. */
const Surface = ({ box, styles, presentation, language, sheets, children }: Props) => {
  useBeforePaint(() => sheets.open(), [sheets])

  useBeforePaint(() => {
    const { style } = box.current ?? {}
    if (style === undefined) return undefined
    // Not in the markup: a policy without 'unsafe-inline' forbids the style attribute there.
    const variables = themeVariables(styles, presentation.darkStyles)
    for (const [name, value] of variables) style.setProperty(name, value)
    return () => {
      for (const name of variables.keys()) style.removeProperty(name)
    }
  }, [box, styles, presentation])

  return (
    <div ref={box} className="siw" lang={language} data-siw-scheme={presentation.colorScheme ?? 'auto'}>
      {children}
    </div>
  )
}

/** 'Powered by Corroborate', unless the project has switched it off. 150 pixels wide (SPEC §9). */
const Watermark = () => {
  const { strings, bootstrap } = useWidget()
  if (bootstrap?.displayWatermark !== true) return null
  return (
    <footer className="siw-watermark">
      {strings.common.poweredBy}
      <svg className="siw-watermark-logo" viewBox="0 0 150 28" role="img" aria-label="Corroborate">
        <circle cx="9" cy="14" r="5" />
        <path d="M24 8a6 6 0 1 0 0 12 6 6 0 0 0 0-12m0 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7" />
        <text x="38" y="20" textLength="110">
          Corroborate
        </text>
      </svg>
    </footer>
  )
}

/** Makes each thing once for a widget: the function that makes it is the key under which it is kept. */
const createOnce = (client: HeadlessClient): { once: CreateOnceWidget['once'] } & Closable => {
  const made = new Map<unknown, Closable>()
  return {
    once: make => {
      const thing = (made.get(make) as ReturnType<typeof make> | undefined) ?? make(client)
      made.set(make, thing)
      return thing
    },
    close: () => {
      for (const thing of made.values()) thing.close()
    },
  }
}

export type WidgetProps = {
  client: HeadlessClient
  config?: Config | undefined
  styles?: Styles | undefined
  presentation?: Presentation | undefined
  strings?: StringsOption | undefined
  callbacks?: Callbacks | undefined
  /** CSP nonce of the style element. */
  nonce?: string | undefined
  /** Unique ID of this widget. */
  id: string
  /** Initial state other than Main: the reset form passes its token, the gallery shows any screen. */
  begin?: Partial<FormState> | undefined
  /** True while React takes over the markup of a server. */
  isHydrating?: boolean | undefined
}

/** The whole widget: one reducer, one context, the current screen. */
export const Widget = (props: WidgetProps) => {
  const {
    client,
    config,
    styles = none,
    presentation = none,
    strings: option,
    callbacks,
    nonce,
    id,
    begin,
    isHydrating = false,
  } = props
  const [state, change] = useReducer(reduce, { ...initialState, ...begin })
  const bootstrap = useProjectSettings(client)
  const { once, close } = useMemo(() => createOnce(client), [client])
  useEffect(() => close, [close])
  const strings = useMemo(() => stringsOf(option), [option])
  const locale = option === undefined ? undefined : languageSpoken(option)
  const settings = useMemo(() => withDefaults(config, locale), [config, locale])
  const box = useRef<HTMLDivElement>(null)
  const sheets = useMemo(() => createStyleSheets(box, nonce), [nonce])
  const products = useProducts({ client, named: settings.products, strings, sheets, isHydrating })
  const [toast] = useState(createToasts)
  // The page may pass new callbacks at each render; a call that began earlier uses the newest.
  const listeners = useNewest(callbacks)

  const { dispatch, emit } = useSecondFactor({
    client,
    state,
    dispatch: change,
    tell: event => callPage(() => listeners.current?.onEvent?.(event)),
  })

  // StrictMode runs effects twice; the event is sent once.
  const reported = useRef<HeadlessClient>(undefined)
  useEffect(() => {
    if (reported.current === client || isNoLogin(begin)) return
    reported.current = client
    client.telemetry.log('render_login_screen', { options: config ?? {} })
  }, [client, config, begin])

  const internals: Internals = useMemo(
    () => ({
      id,
      client,
      settings,
      styles,
      strings,
      bootstrap,
      state,
      dispatch,
      toast,
      emit,
      explain: error => {
        callPage(() => listeners.current?.onError?.(error))
        return messageOf(error, strings)
      },
      once,
    }),
    [id, client, settings, styles, strings, bootstrap, state, dispatch, emit, toast, listeners, once],
  )

  const { isLanding, problem } = useCallbackParams({ ...internals, isLogin: begin === undefined })

  return (
    <WidgetProvider value={internals}>
      <LoadedViewsProvider value={products}>
        <Surface
          box={box}
          styles={styles}
          presentation={presentation}
          language={languageSpoken(option)}
          sheets={sheets}
        >
          {problem !== undefined && state.screen === 'Main' && <Alert>{problem}</Alert>}
          {isLanding ? (
            <div className="siw-loading" role="status" aria-label={strings.common.loading} />
          ) : state.screen === 'Main' ? (
            <Main />
          ) : (
            <ScreenView key={state.screen} screen={state.screen} />
          )}
          <Watermark />
          <Toaster toasts={toast} />
        </Surface>
      </LoadedViewsProvider>
    </WidgetProvider>
  )
}

/** True if it starts with a form for signed-in users, or those lacking only the second factor. */
const isNoLogin = (begin: WidgetProps['begin']): boolean =>
  begin?.screen === 'PasswordResetForm' || begin?.screen === 'Account' || begin?.screen === 'IDPConsent'

/** One object for all options that are left out, so that memoized values do not change at each render. */
const none = {}

/**
 * The project's settings: of the last visit until the provider has answered. The client is not used while
 * rendering: it may not be made yet, and the first render must equal the markup that a server has made.
 */
const useProjectSettings = (client: HeadlessClient): ProjectSettings | null => {
  const [settings, setSettings] = useState<ProjectSettings | null>(null)
  useBeforePaint(() => setSettings(client.bootstrapSync()), [client])
  useEffect(() => {
    let here = true
    const take = (found: ProjectSettings): void => {
      if (here) setSettings(found)
    }
    const unsubscribe = client.on('bootstrap', take)
    void client.bootstrap().then(take)
    return () => {
      here = false
      unsubscribe()
    }
  }, [client])
  return settings
}
