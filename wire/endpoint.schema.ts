import type { z } from 'zod'
import type { Call } from './call.ts'

type Shapes = {
  /** Path parameters, or null when the path has none. */
  readonly params: z.ZodType | null
  /** The JSON body, or null when the call is sent without one. */
  readonly body: z.ZodType | null
  /** The value under `data` of a success. */
  readonly data: z.ZodType
}

/** A call with its shapes: enough to route, validate, answer and fuzz it. */
export type Endpoint = Call & Shapes

/** Joins a call to its shapes, keeping both types exact. */
export const endpoint = <const C extends Call, S extends Shapes>(call: C, shapes: S): C & S => ({ ...call, ...shapes })
