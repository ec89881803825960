import { z } from 'zod'

/** What the browser signed along: which ceremony it was, on which page, with which challenge (WebAuthn §5.8.1). */
export type ClientData = { type: string; challenge: string; origin: string; isFramed: boolean }

const schema = z.object({
  type: z.string(),
  challenge: z.string().regex(/^[\w-]+$/),
  origin: z.string(),
  crossOrigin: z.boolean().nullish(),
  topOrigin: z.unknown().optional(),
})

/** Reads what base64url of JSON says, or null. Pure. */
export const readClientData = (encoded: string): ClientData | null => {
  try {
    const { type, challenge, origin, crossOrigin, topOrigin } = schema.parse(
      JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')),
    )
    // A page in somebody else's frame can be drawn over: whoever clicks there need not know on what.
    return { type, challenge, origin, isFramed: crossOrigin === true || (topOrigin ?? null) !== null }
  } catch {
    return null
  }
}
