import { z } from 'zod'
import { longestMessage, type ModeratedKind, moderationActions, rejectionReasonNames } from './rules.ts'

const text = z.string().max(2_048)
const action = z.enum(moderationActions, { error: `say ${moderationActions.join(', ')}` })
/** A form sends texts, and an empty one where nothing was chosen. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.nullish())
const version = optional(z.coerce.number().int().min(1).max(1e9))

/** One decision. `back`: the page of the queue that the form was on. */
export const decisionBody = z.object({
  action,
  version,
  reason: optional(z.enum(rejectionReasonNames, { error: `say one of ${rejectionReasonNames.join(', ')}` })),
  message: optional(z.string().max(longestMessage, { error: `at most ${longestMessage} characters` })),
  back: text.optional(),
})

export type DecisionAsked = Omit<z.output<typeof decisionBody>, 'back'>

/** One entry of a page that was ticked: `comment:ID:VERSION`. */
const entry = z
  .string()
  .regex(/^(?:comment|audit|contribution|problem):[\w-]{1,64}:\d{1,9}$/, { error: 'each entry is KIND:ID:VERSION' })
  .transform(ticked => {
    const [kind = '', id = '', version = ''] = ticked.split(':')
    return { kind: kind as ModeratedKind, id, version: Number(version) }
  })
const mostEntries = 100

/** One decision about many entries. */
export const bulkBody = z.object({
  action: z.enum(['approve', 'reject', 'spam'], { error: 'say approve, reject or spam' }),
  reason: decisionBody.shape.reason,
  entry: z.preprocess(
    value => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(entry).max(mostEntries, { error: `at most ${mostEntries} entries at a time` }),
  ),
  back: text.optional(),
})
