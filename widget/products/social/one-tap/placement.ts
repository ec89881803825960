import type { OneTapPosition } from '../../../form/index.ts'

export type Placement = 'floating' | 'embedded' | 'none'

/**
 * Where the prompt is drawn. With FedCM the browser draws it, above the page, and nobody else has a say: it then floats, or is
 * left out where the page wants it in the form alone. Google's script looks for its place in the document, not in shadow
 * trees. Pure.
 */
export const placementOf = (
  position: OneTapPosition,
  { hasFedCm, isInShadow }: { hasFedCm: boolean; isInShadow: boolean },
): Placement => {
  if (position === 'floating') return 'floating'
  if (position === 'forceLegacyEmbedded') return isInShadow ? 'floating' : 'embedded'
  if (!hasFedCm && !isInShadow) return 'embedded'
  return position === 'embeddedOnly' ? 'none' : 'floating'
}
