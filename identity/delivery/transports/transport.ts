import type { SendResult } from '@corroborate/server-kit/mail'
import type { Locale } from '../../platform/locales/index.ts'
import type { Channel, RenderedMessage } from '../messages.ts'

/** A message on its way out. */
export type Parcel = {
  /** Stable across attempts, for deduplication by the receiver. */
  readonly id: string
  readonly channel: Channel
  readonly to: string
  readonly rendered: RenderedMessage
  /** Epoch ms; null: the message never gets too old. */
  readonly expiresAt: number | null
  /** The project's name, as people know it. */
  readonly project: string
  readonly locale: Locale
  /** ID under which a text's delivery status is recorded; null for a mail. */
  readonly textId: string | null
}

export type { SendResult }

/** Message transport for one or more channels. */
export type Transport = {
  /** An attempt that is aborted ends as `unavailable`. */
  readonly send: (parcel: Parcel, signal?: AbortSignal) => Promise<SendResult>
  readonly close: () => void
}
