import { z } from 'zod'
import { locales } from '../platform/locales/index.ts'

const time = z.int()
const content = z.discriminatedUnion('template', [
  /** Identical for new and existing accounts, so that the mail doesn't disclose account existence. */
  z.object({ template: z.literal('magic-link'), link: z.string() }),
  /** Sent when a login is requested for an address without an account, in projects that disclose this by mail. */
  z.object({ template: z.literal('no-account') }),
  /** Sent to the address of an account that another user tried to add to theirs. */
  z.object({ template: z.literal('address-taken') }),
  /** `autofillHost` is the host whose page the browser may autofill the code into (WICG SMS one-time codes). */
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

/** A queued message: its content before rendering. Stored in the transaction that created its code or link, and rendered when sent. */
export const message = z.object({
  projectId: z.string(),
  channel: z.enum(['email', 'sms', 'whatsapp']),
  /** A canonical email address, or an E.164 phone number. */
  to: z.string(),
  /** The project's name, as people know it. */
  project: z.string(),
  /** The language it is written in; English in messages that an older version queued. */
  locale: z.enum(locales).default('en'),
  /** Epoch ms after which the message is worth nothing and is not sent any more; null: it never is. */
  expiresAt: time.nullable(),
  /** For SMS and WhatsApp: the text's ID, and the method ID of its code. */
  text: z.object({ textId: z.string(), methodId: z.string() }).nullable().default(null),
  content,
})
export type Message = z.infer<typeof message>

export type Channel = Message['channel']
export type Content = Message['content']

/** A rendered message. `subject` and `html` are null for texts; `links` and `code` are the actionable parts. */
export type RenderedMessage = {
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly links: readonly string[]
  readonly code: string | null
}
