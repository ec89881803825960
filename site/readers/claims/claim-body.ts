import { z } from 'zod'
import { mailOf, prose, requiredLine, sharedFields, ticked } from '../claims-and-reports/index.ts'

/**
 * What the claim form sends (SPEC §5). Clients of before send the name as the address too: then the address is that of the
 * account. A person who sends another address is asked for a real one.
 */
export const claimBody = z
  .object({
    status: z.literal('pending'),
    ...sharedFields,
    auditorEmail: requiredLine(320),
    auditReport: prose(5_000)
      .nullish()
      .transform(text => text ?? ''),
    showName: ticked,
  })
  .refine(({ auditorName, auditorEmail }) => auditorEmail === auditorName || mailOf(auditorEmail) !== null, {
    path: ['auditorEmail'],
    error: 'Invalid email address',
  })

export type ClaimBody = z.output<typeof claimBody>
