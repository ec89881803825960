import { de } from './de.ts'

/** The languages beside English. An application that bundles the widget bundles their texts too. */
export const moreLanguages = { de }
