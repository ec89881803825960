import { z } from 'zod'
import { actingForField } from '../../kit/page/index.ts'

const id = z.string().regex(/^[\w-]{1,64}$/, { error: 'this is not the id of a note' })
const typed = z.string({ error: 'send a text' }).default('')
/** A form sends an empty text where there is nothing. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.nullish())

/** Body of `POST /{doi}/comment`. */
export const noteBody = z.object({
  author: typed,
  content: typed,
  interests: typed,
  /** The note that it answers. */
  reply_to: optional(id),
  /** The note that it changes or withdraws, and the version of it that the writer saw. */
  note: optional(id),
  version: optional(z.coerce.number().int().min(1).max(1e9)),
  /** Account that the form's page was rendered for. */
  [actingForField]: optional(z.string().max(128)),
  /** The draft of an assistant that it was made from. */
  assistant_draft: optional(id),
  action: z.enum(['send', 'withdraw'], { error: 'must be "send" or "withdraw"' }).default('send'),
})

export type NoteBody = z.output<typeof noteBody>
