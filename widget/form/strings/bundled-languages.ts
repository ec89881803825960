import { de } from './de.ts'

/** The languages beside English. An application that bundles the widget has their texts at hand. */
export const moreLanguages = { de }
