import type { Config } from '../form/config/index.ts'
import type { FormState } from '../form/state/index.ts'
import type { Styles } from '../form/theme/index.ts'
import type { Script } from '../testing/index.ts'

/** A button that is pressed, or a text that is typed into a field; both by their selector. */
export type Step = string | { field: string; text: string }

export type GalleryCase = {
  config?: Config
  /** Where the widget begins; Main when left out. */
  begin?: Partial<FormState>
  /** What the provider says, where it is not simply friendly. */
  script?: Script
  /** Wallets in the window of the page, by the names they are found under. None of them ever answers. */
  wallets?: Readonly<Record<string, object>>
  styles?: Styles
  /** It covers the page, and so has one of its own: the others could not be used beside it. */
  isDialog?: boolean
  /** What somebody does, one step after the other, as soon as each can be done. */
  steps?: readonly Step[]
}
