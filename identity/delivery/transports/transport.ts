import type { Locale } from '../../platform/locales/index.ts'
import type { Channel, RenderedMessage } from '../message.ts'

/** A message on its way out. */
export type Parcel = {
  /** The same at every attempt, so that whoever receives it twice can tell. */
  readonly id: string
  readonly channel: Channel
  readonly to: string
  readonly rendered: RenderedMessage
  /** Epoch ms; null: the message never gets too old. */
  readonly expiresAt: number | null
  /** The project's name, as people know it. */
  readonly project: string
  readonly locale: Locale
  /** Under which what becomes of a text is noted; null for a mail. */
  readonly textId: string | null
}

/**
 * How an attempt ended. `unavailable` is worth another attempt, `rejected` never will be. Reasons go to the log and to the
 * dead letters: they hold no address, code or link.
 */
export type SendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'rejected'; readonly reason: string }

/** A way out of here for some channels. */
export type Transport = {
  /** An attempt that is aborted ends as `unavailable`. */
  readonly send: (parcel: Parcel, signal?: AbortSignal) => Promise<SendResult>
  readonly close: () => void
}
