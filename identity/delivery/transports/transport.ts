import type { SendResult } from '@corroborate/server-kit/mail'
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

export type { SendResult }

/** A way out of here for some channels. */
export type Transport = {
  /** An attempt that is aborted ends as `unavailable`. */
  readonly send: (parcel: Parcel, signal?: AbortSignal) => Promise<SendResult>
  readonly close: () => void
}
