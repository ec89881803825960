import { z } from 'zod'

/** Client data in the signature: ceremony, origin and challenge (WebAuthn §5.8.1). */
export type ClientData = { type: string; challenge: string; origin: string; isFramed: boolean }

const schema = z.object({
  type: z.string(),
  challenge: z.string().regex(/^[\w-]+$/),
  origin: z.string(),
  crossOrigin: z.boolean().nullish(),
  topOrigin: z.unknown().optional(),
})

/** Reads client data, which is JSON in base64url. Null when it is something else. Pure. */
export const readClientData = (encoded: string): ClientData | null => {
  try {
    const { type, challenge, origin, crossOrigin, topOrigin } = schema.parse(
      JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')),
    )
    // Rejects frames, because the embedding site can trick users with overlays (clickjacking).
    return { type, challenge, origin, isFramed: crossOrigin === true || (topOrigin ?? null) !== null }
  } catch {
    return null
  }
}
