import { z } from 'zod'
import { line } from './fields.schema.ts'

const regionCode = z.string().regex(/^[A-Z]{2}$/)

/** One message to the frame: the method with its single argument. The answer comes back on the port that was sent along. */
export const frameRequest = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('parsedPhoneNumber'),
    args: z.tuple([z.object({ phoneNumber: line(64), regionCode: regionCode.optional() })]),
  }),
  z.object({ method: z.literal('getExamplePhoneNumber'), args: z.tuple([z.object({ regionCode })]) }),
])
export type FrameRequest = z.infer<typeof frameRequest>

/** `number` is E.164, `national` as people of the country write it. */
export type ParsedPhoneNumber = { isValid: boolean; number: string; national: string }
export type ExamplePhoneNumber = { phoneNumber: string }

export type FramePayloads = { parsedPhoneNumber: ParsedPhoneNumber; getExamplePhoneNumber: ExamplePhoneNumber }
export type FrameAnswer<Payload> =
  | { success: true; payload: Payload }
  | { success: false; error: { name: string; message: string } }
