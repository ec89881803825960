import type { OneTapPosition } from '../../../form/index.ts'

export type Placement = 'floating' | 'embedded' | 'none'

/**
 * Returns the prompt's placement. With FedCM the browser draws it above the page: it then floats, or is omitted if the page wants it
 * embedded only. Google's script finds its target in the document, not in shadow trees. Pure.
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
