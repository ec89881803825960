/**
 * Invisible characters and those that reorder text (UAX #9, UAX #44): controls, format characters such as U+202E and zero-width spaces,
 * surrogates and unassigned code points, line and paragraph separators, fillers.
 */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Removes invisible characters from third-party text on which a reader bases a decision. */
export const plainText = (text: string): string => text.replace(unseen, '')
