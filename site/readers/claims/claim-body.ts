import { z } from 'zod'
import { mailOf, prose, requiredLine, sharedFields, ticked } from '../claims-and-reports/index.ts'

/**
 * Body of the claim form (SPEC §5). Older clients send the name as the address, which then means the account's address. Other invalid
 * addresses are rejected.
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
