import type { Config } from '../form/config/index.ts'
import type { FormState } from '../form/state/index.ts'
import type { Styles } from '../form/theme/index.ts'
import type { Script } from '../testing/index.ts'

/** A button that is pressed, or a text that is typed into a field; both by their selector. */
export type Step = string | { field: string; text: string }

export type GalleryCase = {
  config?: Config
  /** Initial screen; defaults to Main. */
  begin?: Partial<FormState>
  /** Provider responses that differ from the friendly defaults. */
  script?: Script
  /** Wallets in the window of the page, by the names they are found under. None of them ever answers. */
  wallets?: Readonly<Record<string, object>>
  styles?: Styles
  /** Covers the page and so needs its own. */
  isDialog?: boolean
  /** User actions, each performed once possible. */
  steps?: readonly Step[]
}
