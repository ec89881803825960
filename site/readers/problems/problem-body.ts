import { z } from 'zod'
import { mailOf, requiredProse } from '../claims-and-reports/index.ts'

/** The longest text, in UTF-16 code units. */
export const longestProblem = 4_000

/** Description of the problem, and reply address; `about` identifies the subject. */
export const problemBody = z.object({
  about: z.string().max(80).optional(),
  words: requiredProse(longestProblem),
  email: z
    .string()
    .max(400)
    .optional()
    .transform((text = '') => (text.trim() === '' ? null : (mailOf(text) ?? undefined)))
    .refine(email => email !== undefined, { error: 'not an email address' })
    .transform(email => email ?? null),
})

export type ProblemBody = z.output<typeof problemBody>
