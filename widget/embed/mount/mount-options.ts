import { createHeadlessClient, type HeadlessClient, UsageError } from '../../client/index.ts'
import { type Config, configShape } from '../../form/config/index.ts'
import type { Callbacks } from '../../form/events/index.ts'
import { type StringsOption, stringsOf } from '../../form/strings/index.ts'
import { type Presentation, presentationShape, type Styles, stylesShape } from '../../form/theme/index.ts'
import { checkShape, type Shape } from '../../shape/index.ts'

/** Appearance, language and callbacks of a widget. All of it may change while mounted. */
export type WidgetOptions = {
  /** Sign-in methods and redirects (SPEC §3). */
  config?: Config
  styles?: Styles
  presentation?: Presentation
  /** A language, or texts of the page's own over one. English when left out. */
  strings?: StringsOption
  callbacks?: Callbacks
}

/** An existing client, or the options to create one. */
export type ClientOptions = {
  client?: HeadlessClient
  /** Names the project, where the page has no client of its own. */
  publicToken?: string
  /** URL of the provider. Defaults to the plain script's origin. */
  baseUrl?: string
}

export type MountOptions = WidgetOptions &
  ClientOptions & {
    /** Mount target: an ID or selector. */
    elementId?: string
    element?: Element
    /**
     * Nonce of the style element under the page's CSP. If empty, style elements are not allowed and the rules are adopted as a constructed
     * style sheet.
     */
    nonce?: string
  }

const callbacksShape: Shape = { fields: { onEvent: 'function', onError: 'function' } }

const widgetFields = {
  config: configShape,
  styles: stylesShape,
  presentation: presentationShape,
  strings: 'object',
  callbacks: callbacksShape,
} satisfies Record<keyof WidgetOptions, Shape>

const clientFields = { client: 'object', publicToken: 'string', baseUrl: 'string' } satisfies Record<
  keyof ClientOptions,
  Shape
>

/** @throws UsageError */
export const checkWidgetOptions = (
  options: WidgetOptions,
  caller: string,
  more: Readonly<Record<string, Shape>> = {},
): void => {
  // A language by its tag is looked at below.
  const { strings, ...rest } = options
  checkShape(typeof strings === 'string' ? rest : options, { fields: { ...widgetFields, ...more } }, caller)
  stringsOf(strings)
}

/** Validates the options before anything is rendered. @throws UsageError */
export const checkMountOptions = (
  options: MountOptions,
  caller: string,
  more: Readonly<Record<string, Shape>> = {},
): void => {
  if (typeof options !== 'object' || options === null) throw new UsageError(`${caller} needs an object of options.`)
  checkWidgetOptions(options, caller, {
    ...clientFields,
    elementId: 'string',
    element: 'object',
    nonce: 'string',
    ...more,
  })
}

/** The client to use, and how to let go of it: one of our own making ends with the widget. @throws UsageError */
export const clientFor = (
  { client, publicToken, baseUrl }: ClientOptions,
  caller: string,
): { client: HeadlessClient; release: () => void } => {
  if (client !== undefined) {
    if (publicToken === undefined && baseUrl === undefined) return { client, release: () => undefined }
    throw new UsageError(`${caller} takes a client or a publicToken with its baseUrl, not both.`)
  }
  if (publicToken === undefined) throw new UsageError(`${caller} needs the publicToken of a project, or a client.`)
  if (baseUrl === undefined) throw new UsageError(`${caller} needs the baseUrl of the provider beside the publicToken.`)
  const made = createHeadlessClient(publicToken, { baseUrl })
  return { client: made, release: () => made.destroy() }
}
