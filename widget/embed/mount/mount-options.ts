import { createHeadlessClient, type HeadlessClient, UsageError } from '../../client/index.ts'
import { type Config, configShape } from '../../form/config/index.ts'
import type { Callbacks } from '../../form/events/index.ts'
import { type StringsOption, stringsOf } from '../../form/strings/index.ts'
import { type Presentation, presentationShape, type Styles, stylesShape } from '../../form/theme/index.ts'
import { checkShape, type Shape } from '../../shape/index.ts'

/** How a widget looks, speaks and reports. All of it may change while it is mounted. */
export type WidgetOptions = {
  /** Which ways to sign in there are, and where they lead (SPEC §3). */
  config?: Config
  styles?: Styles
  presentation?: Presentation
  /** A language, or texts of the page's own over one. English when left out. */
  strings?: StringsOption
  callbacks?: Callbacks
}

/** Either a client that the page has made, or what it takes to make one. */
export type ClientOptions = {
  client?: HeadlessClient
  /** Names the project, where the page has no client of its own. */
  publicToken?: string
  /** Where the provider is. The plain script takes the place it came from. */
  baseUrl?: string
}

export type MountOptions = WidgetOptions &
  ClientOptions & {
    /** Where to mount: an id, or any selector. */
    elementId?: string
    /** Where to mount, as an element. */
    element?: Element
    /** Goes on the style element, where the page's policy asks for one. Empty: it lets in none, and the rules are adopted. */
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

/** Refuses what cannot be right before anything is on the page. @throws UsageError */
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
