import { z } from 'zod'
import { parseDoi } from '../../kit/doi/index.ts'
import { requiredLine, webLink } from './texts.ts'

/** A SHA-256 as 64 hexadecimal digits, in lower case. */
export const sha256 = z
  .string({ error: 'it is missing: 64 hexadecimal digits' })
  .trim()
  .regex(/^[\da-f]{64}$/i, { error: 'it is not 64 hexadecimal digits' })
  .toLowerCase()

const doi = z
  .string()
  .max(4_000)
  .optional()
  .transform((text, context) => {
    if (text === undefined || text === '') return null
    const parsed = parseDoi(text)
    if (parsed === null) context.addIssue({ code: 'custom', message: 'not a DOI' })
    return parsed
  })

/** Fields shared by claims and reports (SPEC §7). */
export const sharedFields = { sha256, doi, auditorName: requiredLine(200), reproducibilityPackage: webLink }

/** A checkbox, for which browsers send `on` if checked. */
export const ticked = z
  .union([z.boolean(), z.string().max(10)])
  .optional()
  .transform(value => value === true || value === 'on' || value === 'true')
