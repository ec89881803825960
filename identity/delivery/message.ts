import { z } from 'zod'
import { locales } from '../platform/locales/index.ts'

const time = z.int()
const content = z.discriminatedUnion('template', [
  /** The same words for a first visit and for the hundredth: the mail does not tell whether there was an account. */
  z.object({ template: z.literal('magic-link'), link: z.string() }),
  /** For an address that asked to log in where nobody has it and who should be told that much. */
  z.object({ template: z.literal('no-account') }),
  /** For an address of an account, which somebody tried to add to another one. */
  z.object({ template: z.literal('address-taken') }),
  /** `autofillHost` is the host whose page a browser may fill the code into (WICG SMS one-time codes). */
  z.object({ template: z.literal('passcode'), code: z.string(), autofillHost: z.string().nullable() }),
  z.object({ template: z.literal('password-reset'), resetLink: z.string(), loginLink: z.string().nullable() }),
  /** The same links: either confirms the address. */
  z.object({ template: z.literal('confirm-address'), resetLink: z.string(), loginLink: z.string().nullable() }),
  /** A sign-in in a browser that the owner has not used before; `country` in two letters, or empty. */
  z.object({
    template: z.literal('new-device'),
    browser: z.string(),
    system: z.string(),
    country: z.string(),
    network: z.string(),
    at: time,
    notMeLink: z.string(),
  }),
  /** `change` names a notice of some factor. */
  z.object({ template: z.literal('account-changed'), change: z.string(), at: time }),
])

/**
 * A message that waits to be sent: what it says, not yet how. It is written down in the transaction that made its code or
 * link, and rendered when it leaves.
 */
export const message = z.object({
  projectId: z.string(),
  channel: z.enum(['email', 'sms', 'whatsapp']),
  /** A canonical e-mail address, or a phone number in E.164. */
  to: z.string(),
  /** The project's name, as people know it. */
  project: z.string(),
  /** The language it is written in; English in messages that an older version queued. */
  locale: z.enum(locales).default('en'),
  /** Epoch ms after which the message is worth nothing and is not sent any more; null: it never is. */
  expiresAt: time.nullable(),
  /** Of a text on a phone: its own id, and what its code is asked back under. */
  text: z.object({ textId: z.string(), methodId: z.string() }).nullable().default(null),
  content,
})
export type Message = z.infer<typeof message>

export type Channel = Message['channel']
export type Content = Message['content']

/** A message as it leaves. `subject` and `html` are null on a phone; `links` and `code` are what a reader came for. */
export type RenderedMessage = {
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly links: readonly string[]
  readonly code: string | null
}
