import type { Shape } from '../shape/index.ts'

/** The options that a page has set. An option that is undefined counts as left out, so that its default stays. */
export const given = <Options extends object>(options: Options | undefined): Partial<Options> =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as Partial<Options>

/** Texts by part of the form and name. */
export type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A group of buttons on the Main screen, beside the form for an address. */
export type ButtonGroup = 'passkey' | 'oauth' | 'wallets'

/**
 * Description of a product before its code is loaded; all manifests are in the main script, the rest is in `Views`. Every part is required:
 * `null` means none.
 */
export type Manifest = {
  /** Name and shape of its options in a page's config. */
  optionsKey: string
  optionsShape: Shape
  /** Its options with every default filled in. */
  withDefaults: (options: never) => object
  /** Its screens, by SPEC's names. */
  screens: readonly string[]
  /** Its part of the form's state, and the actions that change it. */
  initialState: object
  actions: Readonly<Record<string, (state: never, action: never) => object>>
  /** Its texts in English. Those in other languages are in files beside them, and in the lists of `index.ts`. */
  texts: Texts
  /** The group that its buttons on Main belong to, and how many there will be. */
  buttons: { group: ButtonGroup; count: (options: never) => number } | null
  /** Initial state on the target page of its mails. */
  landing: ((pageUrl: string, token?: string) => object) | null
}
