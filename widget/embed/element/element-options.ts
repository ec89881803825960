import { type HeadlessClient, UsageError } from '../../client/index.ts'
import type { Config } from '../../form/config/index.ts'
import type { Callbacks } from '../../form/events/index.ts'
import type { StringsOption } from '../../form/strings/index.ts'
import type { Presentation, Styles } from '../../form/theme/index.ts'
import type { MountOptions } from '../mount/index.ts'

export type Properties = {
  client?: HeadlessClient | undefined
  config?: Config | undefined
  styles?: Styles | undefined
  presentation?: Presentation | undefined
  strings?: StringsOption | undefined
  callbacks?: Callbacks | undefined
}

export const propertyNames = ['client', 'config', 'styles', 'presentation', 'strings', 'callbacks'] as const
export const attributeNames = [
  'public-token',
  'base-url',
  'config',
  'styles',
  'lang',
  'color-scheme',
  'shadow',
] as const

/** The part of an element that its options are read from. */
type Source = Pick<HTMLElement, 'getAttribute' | 'lang' | 'nonce'>

type Context = {
  tagName: string
  /** Default URL of the provider. */
  baseUrl: string | undefined
}

/**
 * The options to mount with, from the attributes and properties of an element. A property wins over the attribute of its name.
 * Whether they are of the right kind is checked later. Pure.
 * @throws UsageError when an attribute should be JSON and is not
 */
export const readElementOptions = (
  source: Source,
  { client, config, styles, presentation, strings }: Omit<Properties, 'callbacks'>,
  { tagName, baseUrl }: Context,
): Omit<MountOptions, 'element' | 'elementId' | 'callbacks'> => {
  const json = (name: 'config' | 'styles'): unknown => readJson(source.getAttribute(name), name, tagName)
  const colorScheme = source.getAttribute('color-scheme') ?? undefined
  // Rules of the page do not reach a shadow tree, not even those with `!important`.
  const ownConfig = (config ?? json('config')) as Config | undefined
  const options: Record<keyof ReturnType<typeof readElementOptions>, unknown> = {
    nonce: source.nonce || undefined,
    client,
    publicToken: source.getAttribute('public-token') ?? undefined,
    baseUrl: client === undefined ? (source.getAttribute('base-url') ?? baseUrl) : undefined,
    config: { enableShadowDOM: source.getAttribute('shadow') !== 'false', ...ownConfig },
    styles: styles ?? json('styles'),
    presentation: colorScheme === undefined ? presentation : { ...presentation, colorScheme },
    strings: strings ?? (source.lang || undefined),
  }
  return options as ReturnType<typeof readElementOptions>
}

const readJson = (text: string | null, name: string, tagName: string): unknown => {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`The attribute ${name} of <${tagName}> is not JSON: ${text.slice(0, 60)}`)
  }
}
